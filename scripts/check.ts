import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, root } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'
import { lockFileProblems, readLockFile } from './check/lock-file.ts'
import { docsProblems } from './check/read-docs.ts'
import { runTool } from './check/run-tool.ts'
import { sourceFiles } from './check/sources.ts'
import { testMarkProblems } from './check/test-marks.ts'
import { importViolations } from './imports/check-imports.ts'
import { circles } from './imports/circles.ts'
import { readModules } from './imports/read-modules.ts'
import { areaLine, coverageLine, coverageProblems, readCoverage } from './items/report.ts'

/** What a step found: nothing wrong, with what it looked at; or the reasons why not. */
type Finding = { ok: true; note: string } | { ok: false; reasons: string }

const tool = (name: string, args: readonly string[], note: string) => (): Finding => {
  const { ok, output } = runTool(name, args)
  return ok ? { ok, note } : { ok, reasons: output }
}

const verdict = (problems: readonly string[], note: string): Finding =>
  problems.length === 0 ? { ok: true, note } : { ok: false, reasons: problems.join('\n') }

const WORKSPACES = [
  'packages/contract',
  'packages/theme',
  'apps/panel',
  'apps/webchat',
  'apps/server',
  'e2e',
  'bench',
  'faults',
  'scripts',
]

const types = (): Finding => {
  const results = WORKSPACES.map((workspace) => runTool('tsc', ['-p', workspace]))
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
  return verdict([...importViolations(modules), ...circles(modules)], `${modules.length} modules, ${edges} imports`)
}

const testMarks = (): Finding => {
  const files = sourceFiles('.test.ts', '.test.tsx', '.spec.ts').filter((file) => !file.startsWith('scripts/'))
  return verdict(
    files.flatMap((file) => testMarkProblems(file, readFileSync(join(root, file), 'utf8'))),
    `${files.length} test files`,
  )
}

const items = (): Finding => {
  const coverage = readCoverage()
  return verdict(coverageProblems(coverage), `${coverageLine(coverage)}\n${areaLine(coverage)}`)
}

/** In a process of its own: recheck answers later, and the steps do not wait. */
const patterns = (): Finding => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/patterns.ts')], { encoding: 'utf8' })
  return status === 0 ? { ok: true, note: stdout.trim() } : { ok: false, reasons: `${stdout}${stderr}`.trim() }
}

/** In a process of its own too: the reference is made by the server's own code. */
const reference = (): Finding => {
  const program = join(root, 'apps/server/src/write-reference.ts')
  const { status, stderr } = spawnSync(process.execPath, [program, '--check'], { encoding: 'utf8' })
  return status === 0 ? { ok: true, note: 'docs/api is what the contract says' } : { ok: false, reasons: stderr.trim() }
}

const docs = (): Finding => {
  const { problems, note } = docsProblems()
  return verdict(problems, note)
}

const sizes = (): Finding => {
  ensureBuilt(() => {})
  const { ok, output } = runTool('size-limit', [])
  return ok ? { ok, note: output.replaceAll(/\n\s*\n/g, '\n') } : { ok, reasons: output }
}

const STEPS: readonly { name: string; run: () => Finding }[] = [
  { name: 'format', run: tool('biome', ['check', '--error-on-warnings', '.'], 'Biome') },
  { name: 'imports', run: imports },
  { name: 'lint', run: tool('oxlint', ['--type-aware', '--deny-warnings', '.'], 'oxlint, with types') },
  { name: 'types', run: types },
  { name: 'unused', run: tool('knip', ['--no-progress', '--treat-config-hints-as-errors'], 'knip') },
  { name: 'lock file', run: () => verdict(lockFileProblems(readLockFile(root)), 'no download addresses, every hash present') },
  { name: 'test marks', run: testMarks },
  { name: 'patterns', run: patterns },
  { name: 'items', run: items },
  { name: 'reference', run: reference },
  { name: 'docs', run: docs },
  { name: 'sizes', run: sizes },
]

const indent = (text: string) => text.replaceAll(/^/gm, '    ')

const attempt = (run: () => Finding): Finding => {
  try {
    return run()
  } catch (error) {
    return { ok: false, reasons: error instanceof Refusal ? error.message : String(error instanceof Error ? error.stack : error) }
  }
}

const only = process.argv.slice(2)
const steps = STEPS.filter(({ name }) => only.length === 0 || only.includes(name))
const failed = steps.filter(({ name, run }) => {
  const started = performance.now()
  const finding = attempt(run)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  const [first = '', ...rest] = (finding.ok ? finding.note : finding.reasons).split('\n')
  console.log(finding.ok ? `ok    ${name.padEnd(10)} ${first} (${seconds})` : `FAIL  ${name} (${seconds})\n${indent(first)}`)
  if (rest.length > 0) console.log(indent(rest.join('\n')))
  return !finding.ok
})

console.log(failed.length === 0 ? `check: ${steps.length} steps ok` : `check: ${failed.length} of ${steps.length} steps failed`)
const report = process.env['CHECK_REPORT']
if (report)
  writeFileSync(
    report,
    JSON.stringify({ passed: steps.length - failed.length, failed: failed.length, names: failed.map(({ name }) => name) }),
  )
process.exitCode = steps.length > 0 && failed.length === 0 ? 0 : 1
