import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../scripts/bootstrap.mjs'
import type { BudgetCheck } from './budgets.ts'

/** One run of the bench, as stored in bench/results. */
export interface BenchRun {
  readonly date: string
  readonly command: string
  readonly seconds: number
  readonly database: string
  readonly figures: readonly BudgetCheck[]
}

const RESULTS_FOLDER = join(root, 'bench/results')

const formatRounded = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3))))

const VERDICT_LABELS = { kept: 'ok', margin: 'ok (within the margin)', over: 'OVER', missing: 'NOT MEASURED' } as const

const formatValue = ({ value, reason, unit }: BudgetCheck): string =>
  value === undefined ? (reason ?? '') : `${formatRounded(value)} ${unit}`.trim()

const formatRepeatedValue = ({ repeated, unit }: BudgetCheck): string =>
  repeated === undefined ? '' : `, another attempt ${formatRounded(repeated)} ${unit}`.trimEnd()

/** Formats a figure as one line for the terminal. */
export const formatFigureLine = (one: BudgetCheck): string =>
  `  ${VERDICT_LABELS[one.verdict].padEnd(6)} ${one.name}: ${formatValue(one)} (at most ${one.atMost}${formatRepeatedValue(one)})`

/** Number of cores and memory, so that runs can be compared without identifying the machine. */
const describeMachine = (): string => `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`

const formatMarkdownReport = (run: BenchRun): string => {
  const rows = run.figures.map(
    (one) =>
      `| ${one.name} | ${formatValue(one)}${formatRepeatedValue(one)} | ${one.atMost} ${one.unit} | ${VERDICT_LABELS[one.verdict]} |`,
  )
  return `# Bench of ${run.date.slice(0, 10)}

\`${run.command}\`, ${run.seconds} s, on ${describeMachine()}, Node ${process.versions.node}, ${run.database}.

| figure | value | at most | |
|---|---|---|---|
${rows.join('\n')}
`
}

/**
 * Saves the run as JSON and as a table. The file name of a partial run contains its measures.
 * @returns the path relative to the repository's root
 */
export const saveRun = (run: BenchRun, measures: readonly string[]): string => {
  mkdirSync(RESULTS_FOLDER, { recursive: true })
  const path = join(RESULTS_FOLDER, [run.date.slice(0, 10), ...measures].join('-'))
  const data = { ...run, machine: describeMachine(), node: process.versions.node }
  writeFileSync(`${path}.json`, `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(`${path}.md`, formatMarkdownReport(run))
  return `${relative(root, path)}.md`
}
