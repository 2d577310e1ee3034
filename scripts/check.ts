import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, root } from './bootstrap.mjs'
import { lockFileProblems, readLockFile } from './check/lock-file.ts'
import { docsProblems } from './check/read-docs.ts'
import { runProgram, runTool, type ToolResult } from './check/run-tool.ts'
import { sourceFiles } from './check/sources.ts'
import { testMarkProblems, wideProblems } from './check/test-marks.ts'
import { importViolations } from './imports/check-imports.ts'
import { circles } from './imports/circles.ts'
import { parserViolations } from './imports/isolated-parsers.ts'
import { readModules } from './imports/read-modules.ts'
import { areaLine, coverageLine, coverageProblems, readCoverage } from './items/report.ts'
import { predicateProblems } from './tables/tenant-predicate.ts'
import { tablesIn, writerProblems } from './tables/writers.ts'
import { wideFiles } from './test/wide-files.ts'

/** What a step found: nothing wrong, with what it looked at; or the reasons why not. */
type Finding = { ok: true; note: string } | { ok: false; reasons: string }

const tool = (name: string, args: readonly string[], note: string) => async (): Promise<Finding> => {
  const { ok, output } = await runTool(name, args)
  return ok ? { ok, note } : { ok, reasons: output }
}

const verdict = (problems: readonly string[], note: string): Finding =>
  problems.length === 0 ? { ok: true, note } : { ok: false, reasons: problems.join('\n') }

const WORKSPACES = [
  'packages/contract',
  'packages/theme',
  'packages/files',
  'packages/voice',
  'apps/panel',
  'apps/webchat',
  'apps/server',
  'e2e',
  'bench',
  'faults',
  'scripts',
]

const types = async (): Promise<Finding> => {
  const results: ToolResult[] = []
  for (const workspace of WORKSPACES) results.push(await runTool('tsc', ['-p', workspace]))
  return verdict(
    results.filter(({ ok }) => !ok).map(({ output }) => output),
    `${WORKSPACES.length} workspaces`,
  )
}

/** Fewer modules than this means that the reader is broken, not that the product shrank. */
const MODULES_AT_LEAST = 100

const imports = (): Finding => {
  const modules = readModules(root)
  const edges = modules.reduce((sum, module) => sum + module.imports.length, 0)
  if (modules.length < MODULES_AT_LEAST || edges < modules.length)
    return { ok: false, reasons: `only ${modules.length} modules with ${edges} imports were read: the reader is broken` }
  return verdict(
    [...importViolations(modules), ...circles(modules), ...parserViolations(modules)],
    `${modules.length} modules, ${edges} imports`,
  )
}

/** Fewer files of the server than this: the reader is broken. */
const SERVER_FILES_AT_LEAST = 300

const tables = (): Finding => {
  const files = sourceFiles('.ts').filter((file) => file.startsWith('apps/server/src/'))
  if (files.length < SERVER_FILES_AT_LEAST) return { ok: false, reasons: `only ${files.length} files of the server were found` }
  const modules = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const tableNames = new Map(
    modules.filter(({ file }) => file.includes('/kernel/db/schema/')).flatMap(({ file, source }) => tablesIn(file, source)),
  )
  return verdict(
    modules.flatMap(({ file, source }) => [...predicateProblems(file, source), ...writerProblems(file, source, tableNames)]),
    `${tableNames.size} tables, ${files.length} files of the server`,
  )
}

const testMarks = (): Finding => {
  const taken = new Set(wideFiles())
  const files = sourceFiles('.test.ts', '.test.tsx', '.spec.ts').map((file) => ({
    file,
    source: readFileSync(join(root, file), 'utf8'),
  }))
  // Tests of the marks themselves show them.
  const marked = files.filter(({ file }) => !file.startsWith('scripts/'))
  return verdict(
    [
      ...marked.flatMap(({ file, source }) => testMarkProblems(file, source)),
      ...files.flatMap(({ file, source }) => wideProblems(file, source, taken)),
    ],
    `${files.length} test files, ${taken.size} of them with what takes long`,
  )
}

const items = (): Finding => {
  const coverage = readCoverage()
  return verdict(coverageProblems(coverage), `${coverageLine(coverage)}\n${areaLine(coverage)}`)
}

/** In a process of its own: it would hold up the steps beside it. */
const patterns = async (): Promise<Finding> => {
  const { ok, output } = await runProgram('scripts/patterns.ts')
  return ok ? { ok, note: output } : { ok, reasons: output }
}

/** In a process of its own too: the reference is made by the server's own code. */
const reference = async (): Promise<Finding> => {
  const { ok, output } = await runProgram('apps/server/src/write-reference.ts', ['--check'])
  return ok ? { ok, note: 'docs/api is what the contract says' } : { ok, reasons: output }
}

const docs = (): Finding => {
  const { problems, note } = docsProblems()
  return verdict(problems, note)
}

const sizes = async (): Promise<Finding> => {
  const built = await runProgram('scripts/build.ts')
  if (!built.ok) return { ok: false, reasons: built.output }
  const { ok, output } = await runTool('size-limit', [])
  return ok ? { ok, note: output.replaceAll(/\n\s*\n/g, '\n') } : { ok, reasons: output }
}

interface Step {
  readonly name: string
  readonly run: () => Finding | Promise<Finding>
}

const STEPS: readonly Step[] = [
  // The longest first.
  { name: 'types', run: types },
  { name: 'format', run: tool('biome', ['check', '--error-on-warnings', '.'], 'Biome') },
  { name: 'patterns', run: patterns },
  { name: 'lint', run: tool('oxlint', ['--type-aware', '--deny-warnings', '.'], 'oxlint, with types') },
  { name: 'unused', run: tool('knip', ['--no-progress', '--treat-config-hints-as-errors'], 'knip') },
  { name: 'sizes', run: sizes },
  { name: 'reference', run: reference },
  { name: 'imports', run: imports },
  { name: 'tables', run: tables },
  { name: 'lock file', run: () => verdict(lockFileProblems(readLockFile(root)), 'no download addresses, every hash present') },
  { name: 'test marks', run: testMarks },
  { name: 'items', run: items },
  { name: 'docs', run: docs },
]

const indent = (text: string) => text.replaceAll(/^/gm, '    ')

const attempt = async ({ run }: Step): Promise<Finding> => {
  try {
    return await run()
  } catch (error) {
    return { ok: false, reasons: error instanceof Refusal ? error.message : String(error instanceof Error ? error.stack : error) }
  }
}

const only = process.argv.slice(2)
const steps = STEPS.filter(({ name }) => only.length === 0 || only.includes(name))
const failures: { name: string; why: string }[] = []
const take = async (step: Step): Promise<void> => {
  const started = performance.now()
  const finding = await attempt(step)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const [first = '', ...rest] = (finding.ok ? finding.note : finding.reasons).split('\n')
  console.log(
    finding.ok ? `ok    ${step.name.padEnd(10)} ${first} (${seconds})` : `FAIL  ${step.name} (${seconds})\n${indent(first)}`,
  )
  if (rest.length > 0) console.log(indent(rest.join('\n')))
  if (!finding.ok) failures.push({ name: step.name, why: first })
}
// Two at a time: half of them leave a processor idle.
const waiting = steps.values()
const worker = async () => {
  for (const step of waiting) await take(step)
}
await Promise.all([worker(), worker()])

const failed = failures.length
console.log(failed === 0 ? `check: ${steps.length} steps ok` : `check: ${failed} of ${steps.length} steps failed`)
const report = process.env['CHECK_REPORT']
if (report) writeFileSync(report, JSON.stringify({ passed: steps.length - failed, failed, failures }))
process.exitCode = steps.length > 0 && failed === 0 ? 0 : 1
