import { readFileSync } from 'node:fs'
import type { Finding } from './measure.ts'

export interface Budget {
  readonly unit: string
  readonly atMost: number
  /** Part by which a single run may exceed the budget before the gate falls: docs/performance.md says of what. */
  readonly margin?: number
}

export type Budgets = Readonly<Record<string, Budget>>

export const readBudgets = (): Budgets => JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets

/** `margin`: over the budget, by no more than one noisy run may be. */
export type Verdict = 'kept' | 'margin' | 'over' | 'missing'

export interface Judged {
  readonly name: string
  readonly verdict: Verdict
  readonly unit: string
  readonly atMost: number
  readonly value?: number
  readonly reason?: string
  /** Values of earlier attempts that were over, of which this is the repetition. */
  readonly repeated?: number
}

/** @throws when the figure has no budget: then nobody decided what it may be */
export const judge = (budgets: Budgets, finding: Finding): Judged => {
  const budget = budgets[finding.name]
  if (!budget) throw new Error(`bench/budgets.json has no budget for '${finding.name}'`)
  const { unit, atMost, margin = 0 } = budget
  const judged = { name: finding.name, unit, atMost }
  if ('missing' in finding) return { ...judged, verdict: 'missing', reason: finding.missing }
  const { value } = finding
  if (!Number.isFinite(value)) return { ...judged, verdict: 'missing', reason: `the measure answered ${value}` }
  return { ...judged, value, verdict: value <= atMost ? 'kept' : value <= atMost * (1 + margin) ? 'margin' : 'over' }
}

/** True when the gate lets it pass. */
export const passes = ({ verdict }: Judged): boolean => verdict === 'kept' || verdict === 'margin'
