import type { Correction, CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { formatReais } from '../../../shared/formatting/format-money.ts'
import type { BadgeTone } from '../../../shared/ui/display/badge.tsx'

export const CORRECTION_KIND_LABELS: Readonly<Record<CorrectionKind, string>> = {
  should: 'Deveria ter dito',
  never: 'Nunca dizer',
  person: 'Devia ter chamado uma pessoa',
}

/** Returns label and style for the result of a correction's last check against the agent's draft. */
export function getVerificationStatus({ state, checked }: Pick<Correction, 'state' | 'checked'>): {
  label: string
  tone: BadgeTone
} {
  if (state === 'off') return { label: 'Desligada', tone: 'quiet' }
  if (!checked) return { label: 'Por conferir', tone: 'neutral' }
  return checked.state === 'green' ? { label: 'Verde', tone: 'success' } : { label: 'Vermelha', tone: 'error' }
}

export const formatCorrectionCount = (count: number): string => (count === 1 ? '1 correção' : `${count} correções`)
const formatFailedCount = (red: number): string => (red === 1 ? '1 correção vermelha' : `${red} correções vermelhas`)

/**
 * Summarises how many active corrections failed, were not checked and passed. Starts with the failed ones, because they block publishing.
 */
export function formatCheckSummary({ active, green, red }: { active: number; green: number; red: number }): string {
  const unchecked = active - green - red
  const parts = [
    red > 0 && formatFailedCount(red),
    unchecked > 0 && `${unchecked} por conferir`,
    green > 0 && (green === 1 ? '1 verde' : `${green} verdes`),
  ]
  return active > 0 && green === active ? 'Todas verdes' : parts.filter(Boolean).join(' · ')
}

/**
 * Formats the estimated cost of a check, to be appended to a label: ', cerca de R$ 0,87'. Returns '' for zero. `micro`: millionths of a
 * real.
 */
export const formatCheckCost = (micro: number): string => {
  if (micro <= 0) return ''
  const sum = formatReais(micro)
  return sum.startsWith('menos') ? `, ${sum}` : `, cerca de ${sum}`
}
