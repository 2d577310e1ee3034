import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { formatShortDate, getCalendarDay } from '../../../shared/formatting/format-date.ts'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'
import { getCategoryName } from '../../../shared/ui/templates/template-labels.ts'

/** Functions that return display texts for the state of a template at Meta. All are pure. */

const HOUR_MS = 3_600_000

const STATE_LABELS: Readonly<Record<string, { tone: BadgeTone; label: string }>> = {
  APPROVED: { tone: 'success', label: 'Aprovado' },
  FLAGGED: { tone: 'waiting', label: 'Aprovado, em risco' },
  PENDING: { tone: 'neutral', label: 'Em análise' },
  IN_APPEAL: { tone: 'neutral', label: 'Em recurso' },
  PAUSED: { tone: 'waiting', label: 'Pausado' },
  REJECTED: { tone: 'error', label: 'Recusado' },
  DISABLED: { tone: 'error', label: 'Desativado' },
  LOCKED: { tone: 'error', label: 'Bloqueado' },
  ARCHIVED: { tone: 'quiet', label: 'Arquivado' },
  PENDING_DELETION: { tone: 'quiet', label: 'Será excluído' },
  LIMIT_EXCEEDED: { tone: 'error', label: 'Passou do limite de modelos' },
}

/** Returns a label for the state of a template. An unknown state is shown as received. */
export function getTemplateState(
  { status, paused_until: until }: Pick<WhatsappTemplate, 'status' | 'paused_until'>,
  now: number,
): { tone: BadgeTone; label: string } {
  const state = STATE_LABELS[status] ?? { tone: 'neutral' as const, label: status }
  if (status !== 'PAUSED' || !until) return state
  const [day, time] = formatShortDate(until).split(' ')
  return { ...state, label: `Pausado até ${getCalendarDay(until) === getCalendarDay(now) ? time : `${day}, ${time}`}` }
}

/** Explains why a template cannot be sent or may soon be paused. Returns null if there is no problem. */
export const getTemplateProblem = ({ status, reason }: Pick<WhatsappTemplate, 'status' | 'reason'>): string | null => {
  if (status === 'FLAGGED') return 'Muitas pessoas reclamam dele: a Meta pode pausá-lo.'
  if (status === 'REJECTED') return reason ? `Recusado: ${reason}` : 'Recusado'
  return reason ? reason.charAt(0).toLocaleUpperCase('pt-BR') + reason.slice(1) : null
}

/** Describes a change of the template's category that Meta has announced. Returns null if there is none. */
export function formatCategoryChange(
  {
    category,
    next_category: nextCategory,
    next_category_at: changesAt,
  }: Pick<WhatsappTemplate, 'category' | 'next_category' | 'next_category_at'>,
  now: number,
): string | null {
  if (!nextCategory) return null
  const hours = changesAt ? Math.max(1, Math.ceil((Date.parse(changesAt) - now) / HOUR_MS)) : 24
  const fromText = category ? `de ${getCategoryName(category)} ` : ''
  return `Passa ${fromText}para ${getCategoryName(nextCategory)} em ${hours} h: o preço muda.`
}

const QUALITY_LABELS: Readonly<Record<string, string>> = {
  GREEN: 'Qualidade alta',
  YELLOW: 'Qualidade média',
  RED: 'Qualidade baixa',
}

export const getQualityLabel = ({ quality }: Pick<WhatsappTemplate, 'quality'>): string | null =>
  QUALITY_LABELS[quality ?? ''] ?? null

/** Returns the text of a template's body, with its placeholders. */
export const getTemplateBodyText = ({ components }: Pick<WhatsappTemplate, 'components'>): string =>
  components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? ''
