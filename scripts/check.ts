import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, root } from './bootstrap.mjs'
import { findLockFileProblems, readLockFile } from './check/lock-file.ts'
import { findDocsProblems } from './check/read-docs.ts'
import { runProgram, runTool, type ToolResult } from './check/run-tool.ts'
import { listSourceFiles } from './check/source-files.ts'
import { findTestMarkProblems, findUnrunWideTests } from './check/test-marks.ts'
import { findImportViolations } from './imports/check-imports.ts'
import { findImportCycles } from './imports/import-cycles.ts'
import { findParserViolations } from './imports/isolated-parsers.ts'
import { readModules } from './imports/read-modules.ts'
import { findCoverageProblems, formatAreaCoverage, formatCoverage, readItemCoverage } from './items/item-report-lines.ts'
import { extractTableNames, findTableWriteProblems } from './tables/table-writes.ts'
import { findTenantPredicateProblems } from './tables/tenant-predicate.ts'
import { listWideTestFiles } from './test/wide-test-files.ts'

/** Result of a step: success with a note on what was checked, or failure with the reasons. */
type StepResult = { ok: true; note: string } | { ok: false; reasons: string }

const createToolStep = (name: string, args: readonly string[], note: string) => async (): Promise<StepResult> => {
  const { ok, output } = await runTool(name, args)
  return ok ? { ok, note } : { ok, reasons: output }
}

const toStepResult = (problems: readonly string[], note: string): StepResult =>
  problems.length === 0 ? { ok: true, note } : { ok: false, reasons: problems.join('\n') }

const TYPE_CHECKED_WORKSPACES = [
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

const checkTypes = async (): Promise<StepResult> => {
  const results: ToolResult[] = []
  for (const workspace of TYPE_CHECKED_WORKSPACES) results.push(await runTool('tsc', ['-p', workspace]))
  return toStepResult(
    results.filter(({ ok }) => !ok).map(({ output }) => output),
    `${TYPE_CHECKED_WORKSPACES.length} workspaces`,
  )
}

/** Minimum number of modules. If fewer are found, the file search is broken. */
const MIN_MODULES = 100

const checkImports = (): StepResult => {
  const modules = readModules(root)
  const edges = modules.reduce((sum, module) => sum + module.imports.length, 0)
  if (modules.length < MIN_MODULES || edges < modules.length)
    return { ok: false, reasons: `only ${modules.length} modules with ${edges} imports were read: the reader is broken` }
  return toStepResult(
    [...findImportViolations(modules), ...findImportCycles(modules), ...findParserViolations(modules)],
    `${modules.length} modules, ${edges} imports`,
  )
}

/** Minimum number of server files. If fewer are found, the file search is broken. */
const MIN_SERVER_FILES = 300

const checkTables = (): StepResult => {
  const files = listSourceFiles('.ts').filter((file) => file.startsWith('apps/server/src/'))
  if (files.length < MIN_SERVER_FILES) return { ok: false, reasons: `only ${files.length} files of the server were found` }
  const modules = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const tableNames = new Map(
    modules
      .filter(({ file }) => file.includes('/platform/database/schema/'))
      .flatMap(({ file, source }) => extractTableNames(file, source)),
  )
  return toStepResult(
    modules.flatMap(({ file, source }) => [
      ...findTenantPredicateProblems(file, source),
      ...findTableWriteProblems(file, source, tableNames),
    ]),
    `${tableNames.size} tables, ${files.length} files of the server`,
  )
}

const checkTestMarks = (): StepResult => {
  const taken = new Set(listWideTestFiles())
  const files = listSourceFiles('.test.ts', '.test.tsx', '.spec.ts').map((file) => ({
    file,
    source: readFileSync(join(root, file), 'utf8'),
  }))
  // Skips scripts/, because the tests of this check contain forbidden marks as examples.
  const marked = files.filter(({ file }) => !file.startsWith('scripts/'))
  return toStepResult(
    [
      ...marked.flatMap(({ file, source }) => findTestMarkProblems(file, source)),
      ...files.flatMap(({ file, source }) => findUnrunWideTests(file, source, taken)),
    ],
    `${files.length} test files, ${taken.size} of them with what takes long`,
  )
}

const checkItems = (): StepResult => {
  const coverage = readItemCoverage()
  return toStepResult(findCoverageProblems(coverage), `${formatCoverage(coverage)}\n${formatAreaCoverage(coverage)}`)
}

/** Checks regular expressions in a separate process, because the check would block the other steps. */
const checkPatterns = async (): Promise<StepResult> => {
  const { ok, output } = await runProgram('scripts/patterns.ts')
  return ok ? { ok, note: output } : { ok, reasons: output }
}

/** Checks the API reference in a separate process, because the server's code generates it. */
const checkReference = async (): Promise<StepResult> => {
  const { ok, output } = await runProgram('apps/server/src/write-reference.ts', ['--check'])
  return ok ? { ok, note: 'docs/api is what the contract says' } : { ok, reasons: output }
}

const checkDocs = (): StepResult => {
  const { problems, note } = findDocsProblems()
  return toStepResult(problems, note)
}

const checkBundleSizes = async (): Promise<StepResult> => {
  const built = await runProgram('scripts/build.ts')
  if (!built.ok) return { ok: false, reasons: built.output }
  const { ok, output } = await runTool('size-limit', [])
  return ok ? { ok, note: output.replaceAll(/\n\s*\n/g, '\n') } : { ok, reasons: output }
}

interface Step {
  readonly name: string
  readonly run: () => StepResult | Promise<StepResult>
}

const STEPS: readonly Step[] = [
  // Starts with the longest steps.
  { name: 'types', run: checkTypes },
  { name: 'format', run: createToolStep('biome', ['check', '--error-on-warnings', '.'], 'Biome') },
  { name: 'patterns', run: checkPatterns },
  { name: 'lint', run: createToolStep('oxlint', ['--type-aware', '--deny-warnings', '.'], 'oxlint, with types') },
  { name: 'unused', run: createToolStep('knip', ['--no-progress', '--treat-config-hints-as-errors'], 'knip') },
  { name: 'sizes', run: checkBundleSizes },
  { name: 'reference', run: checkReference },
  { name: 'imports', run: checkImports },
  { name: 'tables', run: checkTables },
  {
    name: 'lock file',
    run: () => toStepResult(findLockFileProblems(readLockFile(root)), 'no download addresses, every hash present'),
  },
  { name: 'test marks', run: checkTestMarks },
  { name: 'items', run: checkItems },
  { name: 'docs', run: checkDocs },
]

const indent = (text: string) => text.replaceAll(/^/gm, '    ')

const runStep = async ({ run }: Step): Promise<StepResult> => {
  try {
    return await run()
  } catch (error) {
    return { ok: false, reasons: error instanceof Refusal ? error.message : String(error instanceof Error ? error.stack : error) }
  }
}

const requestedSteps = process.argv.slice(2)
const steps = STEPS.filter(({ name }) => requestedSteps.length === 0 || requestedSteps.includes(name))
const failures: { name: string; why: string }[] = []
const runAndReportStep = async (step: Step): Promise<void> => {
  const started = performance.now()
  const finding = await runStep(step)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const [first = '', ...rest] = (finding.ok ? finding.note : finding.reasons).split('\n')
  console.log(
    finding.ok ? `ok    ${step.name.padEnd(10)} ${first} (${seconds})` : `FAIL  ${step.name} (${seconds})\n${indent(first)}`,
  )
  if (rest.length > 0) console.log(indent(rest.join('\n')))
  if (!finding.ok) failures.push({ name: step.name, why: first })
}
// Runs two steps at a time, because half of the steps leave a processor idle.
const remainingSteps = steps.values()
const runRemainingSteps = async () => {
  for (const step of remainingSteps) await runAndReportStep(step)
}
await Promise.all([runRemainingSteps(), runRemainingSteps()])

const failed = failures.length
console.log(failed === 0 ? `check: ${steps.length} steps ok` : `check: ${failed} of ${steps.length} steps failed`)
const reportPath = process.env['CHECK_REPORT']
if (reportPath) writeFileSync(reportPath, JSON.stringify({ passed: steps.length - failed, failed, failures }))
process.exitCode = steps.length > 0 && failed === 0 ? 0 : 1
