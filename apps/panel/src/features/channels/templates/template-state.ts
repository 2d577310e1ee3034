import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { formatShortDate, getCalendarDay } from '../../../shared/formatting/format-date.ts'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'
import { getCategoryName } from '../../../shared/ui/templates/template-labels.ts'

/** Functions that return display texts for the state of a template at Meta. All are pure. */

const HOUR_MS = 3_600_000

const STATE_LABELS: Readonly<Record<string, { tone: BadgeTone; word: string }>> = {
  APPROVED: { tone: 'success', word: 'Aprovado' },
  FLAGGED: { tone: 'waiting', word: 'Aprovado, em risco' },
  PENDING: { tone: 'neutral', word: 'Em análise' },
  IN_APPEAL: { tone: 'neutral', word: 'Em recurso' },
  PAUSED: { tone: 'waiting', word: 'Pausado' },
  REJECTED: { tone: 'error', word: 'Recusado' },
  DISABLED: { tone: 'error', word: 'Desativado' },
  LOCKED: { tone: 'error', word: 'Bloqueado' },
  ARCHIVED: { tone: 'quiet', word: 'Arquivado' },
  PENDING_DELETION: { tone: 'quiet', word: 'Será excluído' },
  LIMIT_EXCEEDED: { tone: 'error', word: 'Passou do limite de modelos' },
}

/** Returns a label for the state of a template. An unknown state is shown as received. */
export function getTemplateState(
  { status, paused_until: until }: Pick<WhatsappTemplate, 'status' | 'paused_until'>,
  now: number,
): { tone: BadgeTone; word: string } {
  const known = STATE_LABELS[status] ?? { tone: 'neutral' as const, word: status }
  if (status !== 'PAUSED' || !until) return known
  const [day, time] = formatShortDate(until).split(' ')
  return { ...known, word: `Pausado até ${getCalendarDay(until) === getCalendarDay(now) ? time : `${day}, ${time}`}` }
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
    next_category: next,
    next_category_at: at,
  }: Pick<WhatsappTemplate, 'category' | 'next_category' | 'next_category_at'>,
  now: number,
): string | null {
  if (!next) return null
  const hours = at ? Math.max(1, Math.ceil((Date.parse(at) - now) / HOUR_MS)) : 24
  const from = category ? `de ${getCategoryName(category)} ` : ''
  return `Passa ${from}para ${getCategoryName(next)} em ${hours} h: o preço muda.`
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
