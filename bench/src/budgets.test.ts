import { expect, it } from 'vitest'
import { judge, passes, readBudgets } from './budgets.ts'
import { MEASURES } from './measures.ts'

const budgets = { p50: { unit: 'times', atMost: 4, margin: 0.1 }, size: { unit: 'kB', atMost: 125 } }
const verdict = (name: string, value: number) => judge(budgets, { name, value }).verdict

it('lets a noisy figure exceed its budget by its margin and says so, an exact one not at all', () => {
  expect(verdict('p50', 4)).toBe('kept')
  expect(verdict('p50', 4.3)).toBe('margin')
  expect(verdict('p50', 4.5)).toBe('over')
  expect(verdict('size', 125)).toBe('kept')
  expect(verdict('size', 125.01)).toBe('over')
})

it('never takes what was not measured, or is no number, for kept', () => {
  expect(passes(judge(budgets, { name: 'p50', missing: 'no database' }))).toBe(false)
  expect(judge(budgets, { name: 'p50', value: Number.NaN })).toMatchObject({ verdict: 'missing' })
  expect(judge(budgets, { name: 'p50', value: Number.POSITIVE_INFINITY })).toMatchObject({ verdict: 'missing' })
})

it('refuses a figure that nobody has given a budget', () => {
  expect(() => judge(budgets, { name: 'other', value: 1 })).toThrow("no budget for 'other'")
})

it('has one measure for every budget, and a budget for every figure', () => {
  const figures = MEASURES.flatMap((measure) => measure.figures)
  expect(new Set(figures).size).toBe(figures.length)
  expect(figures.toSorted()).toEqual(Object.keys(readBudgets()).toSorted())
})

it('GUARD-31 the guard of 8,000 characters has the budgets of its item: p95 5 ms, nothing over 50', () => {
  const guarded = Object.entries(readBudgets()).filter(([name]) => name.endsWith('(GUARD-31)'))
  expect(guarded.map(([, { unit, atMost }]) => `${atMost} ${unit}`)).toEqual(['5 ms', '5 ms', '50 ms'])
})

it('HEAR-05 a stored sound has the budget of its item on each database: 300 ms to its text', () => {
  const heard = Object.entries(readBudgets()).filter(([name]) => name.endsWith('(HEAR-05)'))
  expect(heard.map(([, { unit, atMost, margin }]) => [atMost, unit, margin])).toEqual([
    [300, 'ms', undefined],
    [300, 'ms', undefined],
  ])
})
