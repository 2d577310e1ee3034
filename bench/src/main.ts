import { ensureBuilt } from '../../scripts/build/ensure-built.ts'
import { exitOnSignals } from '../../scripts/product/exit-cleanup.ts'
import { BenchEnvironment } from './bench-environment.ts'
import { type BudgetCheck, type Budgets, checkBudget, isAccepted, readBudgets } from './budgets.ts'
import type { Measure, MeasureResult } from './measure.ts'
import { MEASURES } from './measures.ts'
import { type BenchRun, formatFigureLine, saveRun } from './report.ts'

/**
 * `npm run bench` runs all measures and saves the result; `npm run bench -- list send` runs the named ones and saves with `--save` only.
 */
const requestedNames = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknownNames = requestedNames.filter((name) => !MEASURES.some((measure) => measure.name === name))
if (unknownNames.length > 0) {
  console.error(`There is no measure '${unknownNames.join("', '")}'. There are: ${MEASURES.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
const isFullRun = requestedNames.length === 0
const isSaved = isFullRun || process.argv.includes('--save')

const buildMissingFigures = (measure: Measure, reason: string): MeasureResult[] =>
  measure.figures.map((name) => ({ name, missing: reason }))

const runMeasure = async (measure: Measure, stage: BenchEnvironment): Promise<readonly MeasureResult[]> => {
  if (measure.needsServer && !stage.database)
    return buildMissingFigures(measure, 'needs a PostgreSQL server with room for 2 GB: set BENCH_DATABASE_URL')
  try {
    return await measure.run(stage)
  } catch (error) {
    return buildMissingFigures(measure, error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error))
  }
}

/** Runs a measure, and repeats it if a figure is over its budget. The better attempt counts, and both values are reported. */
const runWithRetry = async (measure: Measure, stage: BenchEnvironment, budgets: Budgets): Promise<BudgetCheck[]> => {
  const judgeAll = (findings: readonly MeasureResult[]) => findings.map((finding) => checkBudget(budgets, finding))
  const first = judgeAll(await runMeasure(measure, stage))
  if (!first.some(({ verdict }) => verdict === 'over')) return first
  const second = judgeAll(await runMeasure(measure, stage))
  return first.map((one) => {
    const again = second.find(({ name }) => name === one.name)
    if (one.verdict !== 'over' || again?.value === undefined || one.value === undefined) return one
    return again.value < one.value ? { ...again, repeated: one.value } : { ...one, repeated: again.value }
  })
}

exitOnSignals()
ensureBuilt(console.log)
const budgets = readBudgets()
const started = new Date()
const environment = await BenchEnvironment.set(console.log)
const budgetChecks: BudgetCheck[] = []
for (const measure of MEASURES.filter(({ name }) => isFullRun || requestedNames.includes(name))) {
  const from = performance.now()
  const found = await runWithRetry(measure, environment, budgets)
  console.log(`${measure.name} (${Math.round((performance.now() - from) / 1_000)} s)`)
  for (const one of found) console.log(formatFigureLine(one))
  budgetChecks.push(...found)
}
const run: BenchRun = {
  date: started.toISOString(),
  command: ['npm run bench', ...(requestedNames.length > 0 ? ['--', ...requestedNames] : [])].join(' '),
  seconds: Math.round((Date.now() - started.getTime()) / 1_000),
  database: environment.databaseName,
  figures: budgetChecks,
}
await environment.close()
const acceptedCount = budgetChecks.filter(isAccepted).length
const countVerdict = (verdict: BudgetCheck['verdict']) => budgetChecks.filter((one) => one.verdict === verdict).length
console.log(
  `${acceptedCount} kept (${countVerdict('margin')} within the margin), ${countVerdict('over')} over, ${countVerdict('missing')} not measured, in ${run.seconds} s`,
)
if (isSaved) console.log(`saved as ${saveRun(run, requestedNames)}`)
process.exitCode = acceptedCount === budgetChecks.length && budgetChecks.length > 0 ? 0 : 1
