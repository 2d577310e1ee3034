import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../../scripts/bootstrap.mjs'
import type { Judged } from './budgets.ts'

/** One run of the bench, as bench/results keeps it. */
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

/** A figure on one line of the terminal. */
export const lineOf = (one: Judged): string =>
  `  ${WORDS[one.verdict].padEnd(6)} ${one.name}: ${valueOf(one)} (at most ${one.atMost}${repeatedOf(one)})`

/** Cores and memory: what makes two runs comparable, and nothing that tells whose machine it is. */
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

/** Writes the run as data and as a table; one of some measures beside the whole ones. @returns where, from the root of the repository */
export const saveRun = (run: Run, measures: readonly string[]): string => {
  mkdirSync(RESULTS, { recursive: true })
  const path = join(RESULTS, [run.date.slice(0, 10), ...measures].join('-'))
  const data = { ...run, machine: machine(), node: process.versions.node }
  writeFileSync(`${path}.json`, `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(`${path}.md`, markdownOf(run))
  return `${relative(root, path)}.md`
}
