import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { addCounts, type Counts, checkCounts, playwrightCounts, vitestCounts } from './test/counts.ts'

const reports = mkdtempSync(join(tmpdir(), 'prosa-test-'))
const report = (name: string) => join(reports, name)
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const node = (args: readonly string[], env: Record<string, string> = {}, cwd = root): boolean =>
  spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }).status ===
  0

const headline = (text: string) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 70 - text.length))}`)

/** Trusts a report only as far as the exit code agrees with it. */
const believed = (counts: Counts, exitedWell: boolean): Counts =>
  exitedWell || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }

const check = (): Counts => {
  headline('check')
  const exited = node([join(root, 'scripts/check.ts')], { CHECK_REPORT: report('check.json') })
  return believed(checkCounts(read(report('check.json'))), exited)
}

const unit = (): Counts => {
  headline('vitest')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest.json')}`]
  // Of two cores Vitest would leave one idle, and most tests wait most of the time.
  const exited = node([vitest, 'run', ...reporters], { VITEST_MAX_WORKERS: '2' })
  return believed(vitestCounts(read(report('vitest.json'))), exited)
}

const browser = (): Counts => {
  headline('browser')
  if (!node([join(root, 'scripts/build.ts')]) || !node([join(root, 'e2e/ensure-chromium.ts')])) return { passed: 0, failed: 1 }
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') }
  const exited = node([playwright, 'test'], env, join(root, 'e2e'))
  return believed(playwrightCounts(read(report('playwright.json'))), exited)
}

const PARTS = { check, unit, browser }
const wanted = process.argv.slice(2)
const parts = Object.entries(PARTS).filter(([name]) => wanted.length === 0 || wanted.includes(name))
const started = Date.now()
const results = parts.map(([name, run]) => ({ name, ...run() }))
rmSync(reports, { recursive: true, force: true })

headline(`${Math.round((Date.now() - started) / 1000)} s`)
for (const { name, passed, failed, names = [] } of results)
  console.log([`${name.padEnd(8)} ${passed} passed, ${failed} failed`, ...names].join('\n         ✗ '))
const total = addCounts(results)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
