import type { Correction, CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { formatReais } from '../../../shared/formatting/format-money.ts'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'

export const CORRECTION_KIND_LABELS: Readonly<Record<CorrectionKind, string>> = {
  should: 'Deveria ter dito',
  never: 'Nunca dizer',
  person: 'Devia ter chamado uma pessoa',
}

/** Returns the label and style that show whether a correction passed when it was last checked against the agent's draft. */
export function getVerificationStatus({ state, checked }: Pick<Correction, 'state' | 'checked'>): {
  word: string
  tone: BadgeTone
} {
  if (state === 'off') return { word: 'Desligada', tone: 'quiet' }
  if (!checked) return { word: 'Por conferir', tone: 'neutral' }
  return checked.state === 'green' ? { word: 'Verde', tone: 'success' } : { word: 'Vermelha', tone: 'error' }
}

export const formatCorrectionCount = (count: number): string => (count === 1 ? '1 correção' : `${count} correções`)
const formatFailedCount = (red: number): string => (red === 1 ? '1 correção vermelha' : `${red} correções vermelhas`)

/** Summarises the results of all active corrections. Failed ones, which block publishing, come first. */
export function formatCheckSummary({ active, green, red }: { active: number; green: number; red: number }): string {
  const unchecked = active - green - red
  const parts = [
    red > 0 && formatFailedCount(red),
    unchecked > 0 && `${unchecked} por conferir`,
    green > 0 && (green === 1 ? '1 verde' : `${green} verdes`),
  ]
  return active > 0 && green === active ? 'Todas verdes' : parts.filter(Boolean).join(' · ')
}

/** Returns the estimated cost of checking all corrections, as a suffix; empty if it costs nothing. */
export const formatCheckCost = (micro: number): string => {
  if (micro <= 0) return ''
  const sum = formatReais(micro)
  return sum.startsWith('menos') ? `, ${sum}` : `, cerca de ${sum}`
}
