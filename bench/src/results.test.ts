import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judge, passes, readBudgets } from './budgets.ts'
import { MEASURES } from './measures.ts'
import { RESULTS, type Run } from './report.ts'

/** The runs that are kept in bench/results, newest first; a whole one before those of some measures on its day. */
const keptRuns = (): Run[] =>
  readdirSync(RESULTS)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .map((file) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8')) as Run)

it('DASH-07 the last run of the bench that measured it found the dashboard at 1 M messages within its budget of today', () => {
  const [figure = ''] = MEASURES.find(({ name }) => name === 'dashboard')?.figures ?? []
  expect(figure).toContain('1 M messages')
  const found = keptRuns()
    .flatMap((run) => run.figures)
    .find(({ name }) => name === figure)
  expect(passes(judge(readBudgets(), { name: figure, value: found?.value ?? Number.NaN }))).toBe(true)
})
