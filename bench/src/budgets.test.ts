import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkBudget, isAccepted, readBudgets } from './budgets.ts'
import { MEASURES } from './measures.ts'

const budgets = { p50: { unit: 'times', atMost: 4, margin: 0.1 }, size: { unit: 'kB', atMost: 125 } }
const getVerdict = (name: string, value: number) => checkBudget(budgets, { name, value }).verdict

it('lets a noisy figure exceed its budget by its margin and says so, an exact one not at all', () => {
  expect(getVerdict('p50', 4)).toBe('kept')
  expect(getVerdict('p50', 4.3)).toBe('margin')
  expect(getVerdict('p50', 4.5)).toBe('over')
  expect(getVerdict('size', 125)).toBe('kept')
  expect(getVerdict('size', 125.01)).toBe('over')
})

it('never takes what was not measured, or is no number, for kept', () => {
  expect(isAccepted(checkBudget(budgets, { name: 'p50', missing: 'no database' }))).toBe(false)
  expect(checkBudget(budgets, { name: 'p50', value: Number.NaN })).toMatchObject({ verdict: 'missing' })
  expect(checkBudget(budgets, { name: 'p50', value: Number.POSITIVE_INFINITY })).toMatchObject({ verdict: 'missing' })
})

it('refuses a figure that nobody has given a budget', () => {
  expect(() => checkBudget(budgets, { name: 'other', value: 1 })).toThrow("no budget for 'other'")
})

it('has one measure for every budget, and a budget for every figure', () => {
  const figures = MEASURES.flatMap((measure) => measure.figures)
  expect(new Set(figures).size).toBe(figures.length)
  expect(figures.toSorted()).toEqual(Object.keys(readBudgets()).toSorted())
})

it('the budgets of the guard and of a stored sound are the figures of their items, which the bench measures', () => {
  const budgetsOf = (item: string) =>
    Object.entries(readBudgets())
      .filter(([name]) => name.endsWith(`(${item})`))
      .map(([, { atMost, unit }]) => `${atMost} ${unit}`)
  expect(budgetsOf('GUARD-31')).toEqual(['5 ms', '5 ms', '50 ms'])
  expect(budgetsOf('HEAR-05')).toEqual(['300 ms', '300 ms'])
})

it('what the browser fetches has one limit in the budgets and in the check of sizes', () => {
  const checked = readFileSync(new URL('../../.size-limit.js', import.meta.url), 'utf8')
  const limitOf = (name: string) => new RegExp(`name: '${name}',[^}]*limit: '([^']+)'`).exec(checked)?.[1]
  const budgetOf = (name: string) => {
    const budget = readBudgets()[name]
    return budget && `${budget.atMost} ${budget.unit}`
  }
  expect(limitOf('panel: sign-in')).toBe(budgetOf('JavaScript before the sign-in page, gzip'))
  expect(limitOf('panel: an open conversation, before real time')).toBe(budgetOf('JavaScript before an open conversation, gzip'))
})

it('sizes, counts and the slowest or longest of many have no margin', () => {
  const exact = ['kB', 'calls', 'lists', 'rows', 'sockets', 'px', '%', 'MB', 'AUC']
  const lenient = Object.entries(readBudgets()).filter(
    ([name, { unit, margin }]) => margin !== undefined && (/slowest|longest/.test(name) || exact.includes(unit)),
  )
  expect(lenient).toEqual([])
})
