import { readFileSync } from 'node:fs'
import type { MeasureResult } from './measure.ts'

export interface Budget {
  readonly unit: string
  readonly atMost: number
  /** Share by which a single run may exceed the budget before the gate fails. docs/performance.md lists the figures that have a margin. */
  readonly margin?: number
}

export type Budgets = Readonly<Record<string, Budget>>

export const readBudgets = (): Budgets => JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets

/** `margin`: over the budget, but within the tolerance for one noisy run. */
export type BudgetVerdict = 'kept' | 'margin' | 'over' | 'missing'

export interface BudgetCheck {
  readonly name: string
  readonly verdict: BudgetVerdict
  readonly unit: string
  readonly atMost: number
  readonly value?: number
  readonly reason?: string
  /** Value of the earlier attempt that was over the budget, if this is its repetition. */
  readonly repeated?: number
}

/**
 * Compares a figure with its budget.
 * @throws if the figure has no budget
 */
export const checkBudget = (budgets: Budgets, finding: MeasureResult): BudgetCheck => {
  const budget = budgets[finding.name]
  if (!budget) throw new Error(`bench/budgets.json has no budget for '${finding.name}'`)
  const { unit, atMost, margin = 0 } = budget
  const judged = { name: finding.name, unit, atMost }
  if ('missing' in finding) return { ...judged, verdict: 'missing', reason: finding.missing }
  const { value } = finding
  if (!Number.isFinite(value)) return { ...judged, verdict: 'missing', reason: `the measure answered ${value}` }
  return { ...judged, value, verdict: value <= atMost ? 'kept' : value <= atMost * (1 + margin) ? 'margin' : 'over' }
}

/** Whether the gate accepts the figure. */
export const isAccepted = ({ verdict }: BudgetCheck): boolean => verdict === 'kept' || verdict === 'margin'
