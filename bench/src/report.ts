import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../scripts/bootstrap.mjs'
import type { Judged } from './budgets.ts'

/** One run of the bench, as stored in bench/results. */
export interface Run {
  readonly date: string
  readonly command: string
  readonly seconds: number
  readonly database: string
  readonly figures: readonly Judged[]
}

const RESULTS = join(root, 'bench/results')

const rounded = (value: number): string => (value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3))))

const WORDS = { kept: 'ok', margin: 'ok (within the margin)', over: 'OVER', missing: 'NOT MEASURED' } as const

const valueOf = ({ value, reason, unit }: Judged): string =>
  value === undefined ? (reason ?? '') : `${rounded(value)} ${unit}`.trim()

const repeatedOf = ({ repeated, unit }: Judged): string =>
  repeated === undefined ? '' : `, another attempt ${rounded(repeated)} ${unit}`.trimEnd()

/** Formats a figure as one line for the terminal. */
export const lineOf = (one: Judged): string =>
  `  ${WORDS[one.verdict].padEnd(6)} ${one.name}: ${valueOf(one)} (at most ${one.atMost}${repeatedOf(one)})`

/** Number of cores and memory, so that runs can be compared without identifying the machine. */
const machine = (): string => `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`

const markdownOf = (run: Run): string => {
  const rows = run.figures.map(
    (one) => `| ${one.name} | ${valueOf(one)}${repeatedOf(one)} | ${one.atMost} ${one.unit} | ${WORDS[one.verdict]} |`,
  )
  return `# Bench of ${run.date.slice(0, 10)}

\`${run.command}\`, ${run.seconds} s, on ${machine()}, Node ${process.versions.node}, ${run.database}.

| figure | value | at most | |
|---|---|---|---|
${rows.join('\n')}
`
}

/**
 * Saves the run as JSON and as a table. The file name of a partial run contains its measures.
 * @returns the path relative to the repository's root
 */
export const saveRun = (run: Run, measures: readonly string[]): string => {
  mkdirSync(RESULTS, { recursive: true })
  const path = join(RESULTS, [run.date.slice(0, 10), ...measures].join('-'))
  const data = { ...run, machine: machine(), node: process.versions.node }
  writeFileSync(`${path}.json`, `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(`${path}.md`, markdownOf(run))
  return `${relative(root, path)}.md`
}
