import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { isListening } from '../product/is-listening.ts'
import { ProductProcess } from '../product/product-process.ts'
import { countCheckSteps, countPlaywrightTests, countVitestTests, sumCounts, type TestCounts } from './test-counts.ts'
import { NOT_WIDE, WIDE } from './wide.ts'
import { listWideTestFiles } from './wide-test-files.ts'

export interface TestPartEnvironment {
  /** Folder to which test runners write their reports. */
  readonly reports: string
}

const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js')

const readIfExists = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/**
 * Runs a script with Node. Variables in `env` without a value are removed from the environment.
 * @returns whether the script succeeded
 */
const runNode = (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): boolean =>
  spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }).status ===
  0

/** Adds a failure if the process failed although its report contains no failure. */
const countProcessFailure = (counts: TestCounts, exitedWell: boolean): TestCounts =>
  exitedWell || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }

const runCheck = ({ reports }: TestPartEnvironment): TestCounts => {
  const report = join(reports, 'check.json')
  const exited = runNode([join(root, 'scripts/check.ts')], { CHECK_REPORT: report })
  return countProcessFailure(countCheckSteps(readIfExists(report)), exited)
}

/** Number of Vitest workers. Three workers suit two processor cores, because most tests wait a third of their time. */
const VITEST_WORKERS = '3'

const runVitest = (report: string, which: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): TestCounts => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exited = runNode([VITEST, 'run', ...reporters, ...which], { VITEST_MAX_WORKERS: VITEST_WORKERS, ...env }, cwd)
  return countProcessFailure(countVitestTests(readIfExists(report)), exited)
}

/** Environment that makes tests use the embedded database, even if database servers are configured. */
const EMBEDDED_DATABASE_ENV = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined }

const runUnitTests = ({ reports }: TestPartEnvironment): TestCounts =>
  runVitest(join(reports, 'unit.json'), ['--testNamePattern', NOT_WIDE], EMBEDDED_DATABASE_ENV)

const createBrowserRun =
  (project: 'ours' | 'bare' | 'wide') =>
  async ({ reports }: TestPartEnvironment): Promise<TestCounts> => {
    const report = join(reports, `${project}.json`)
    if (!runNode([join(root, 'scripts/build.ts')]) || !runNode([join(root, 'e2e/ensure-chromium.ts')]))
      return { passed: 0, failed: 1 }
    const env: NodeJS.ProcessEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const run = () => runNode([PLAYWRIGHT, 'test', `--project=${project}`], env, join(root, 'e2e'))
    const exited = project === 'bare' ? run() : await runWithDemoData(env, run)
    return countProcessFailure(countPlaywrightTests(readIfExists(report)), exited)
  }

/** Runs browser tests with prepared demo data. The data is created once, and each test starts with a copy. */
const runWithDemoData = async (env: NodeJS.ProcessEnv, run: () => boolean): Promise<boolean> => {
  const first = await ProductProcess.launch()
  await first.stop()
  env['PROSA_DEMO_DATA'] = first.dataDir
  try {
    return run()
  } finally {
    await first.close()
  }
}

const runWideTests = async (surroundings: TestPartEnvironment): Promise<TestCounts> => {
  const ours = runVitest(
    join(surroundings.reports, 'wide-unit.json'),
    [...listWideTestFiles(), '--testNamePattern', WIDE],
    EMBEDDED_DATABASE_ENV,
  )
  const browser = await createBrowserRun('wide')(surroundings)
  return { ...sumCounts([ours, browser]), failures: [ours, browser].flatMap(({ failures = [] }) => failures) }
}

/**
 * Runs the server's tests on PostgreSQL; each test file creates and drops its own database. Tests with several server processes also need
 * Redis. A missing server counts as a failure.
 */
const runPostgresTests = async ({ reports }: TestPartEnvironment): Promise<TestCounts> => {
  const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env
  const notRun = (why: string): TestCounts => ({ passed: 0, failed: 1, note: `not run: ${why}` })
  if (!database) return notRun('TEST_DATABASE_URL names no PostgreSQL whose user may create databases')
  if (!(await isListening(database, 5432))) return notRun(`no PostgreSQL listens at ${new URL(database).host}`)
  if (redis && !(await isListening(redis, 6379))) return notRun(`no Redis listens at ${new URL(redis).host}`)
  const counts = runVitest(join(reports, 'postgres.json'), [], {}, join(root, 'apps/server'))
  if (redis) return counts
  return { ...counts, failed: counts.failed + 1, note: 'those of several processes were not run: TEST_REDIS_URL names no Redis' }
}

export const TEST_PARTS = {
  check: runCheck,
  unit: runUnitTests,
  browser: createBrowserRun('ours'),
  wide: runWideTests,
  bare: createBrowserRun('bare'),
  postgres: runPostgresTests,
}
export type TestPart = keyof typeof TEST_PARTS

/** Test parts that `npm test` runs. The others take longer or need more than Node. */
export const DEFAULT_TEST_PARTS: readonly TestPart[] = ['check', 'unit', 'browser']
