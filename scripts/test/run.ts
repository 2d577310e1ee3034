import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { listens } from '../listens.ts'
import { Product } from '../product/product.ts'
import { addCounts, type Counts, checkCounts, playwrightCounts, vitestCounts } from './counts.ts'
import { NOT_WIDE, WIDE } from './wide.ts'
import { wideFiles } from './wide-files.ts'

/** Environment of a test part. */
export interface Surroundings {
  /** Folder for reports. */
  readonly reports: string
}

const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js')

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/**
 * Runs Node; a variable without a value is removed from the environment.
 * @returns whether it succeeded
 */
const node = (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): boolean =>
  spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } }).status ===
  0

/** Adds a failure if the process failed although its report contains none. */
const believed = (counts: Counts, exitedWell: boolean): Counts =>
  exitedWell || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }

const check = ({ reports }: Surroundings): Counts => {
  const report = join(reports, 'check.json')
  const exited = node([join(root, 'scripts/check.ts')], { CHECK_REPORT: report })
  return believed(checkCounts(read(report)), exited)
}

/** For two cores: most tests wait a third of their time. */
const WORKERS = '3'

const vitest = (report: string, which: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = root): Counts => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exited = node([VITEST, 'run', ...reporters, ...which], { VITEST_MAX_WORKERS: WORKERS, ...env }, cwd)
  return believed(vitestCounts(read(report)), exited)
}

/** Uses the embedded database even if servers are configured. */
const EMBEDDED = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined }

const unit = ({ reports }: Surroundings): Counts => vitest(join(reports, 'unit.json'), ['--testNamePattern', NOT_WIDE], EMBEDDED)

const browserRun =
  (project: 'ours' | 'bare' | 'wide') =>
  async ({ reports }: Surroundings): Promise<Counts> => {
    const report = join(reports, `${project}.json`)
    if (!node([join(root, 'scripts/build.ts')]) || !node([join(root, 'e2e/ensure-chromium.ts')])) return { passed: 0, failed: 1 }
    const env: NodeJS.ProcessEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const run = () => node([PLAYWRIGHT, 'test', `--project=${project}`], env, join(root, 'e2e'))
    const exited = project === 'bare' ? run() : await withDemo(env, run)
    return believed(playwrightCounts(read(report)), exited)
  }

/** Creates the demo data once; each product in the tests starts with a copy. */
const withDemo = async (env: NodeJS.ProcessEnv, run: () => boolean): Promise<boolean> => {
  const first = await Product.launch()
  await first.stop()
  env['PROSA_DEMO_DATA'] = first.dataDir
  try {
    return run()
  } finally {
    await first.close()
  }
}

/** Runs the long-running tests of all kinds. */
const wide = async (surroundings: Surroundings): Promise<Counts> => {
  const ours = vitest(join(surroundings.reports, 'wide-unit.json'), [...wideFiles(), '--testNamePattern', WIDE], EMBEDDED)
  const browser = await browserRun('wide')(surroundings)
  return { ...addCounts([ours, browser]), failures: [ours, browser].flatMap(({ failures = [] }) => failures) }
}

/**
 * Runs the server's tests on a PostgreSQL server; each file creates and drops its own database. Tests of several processes also need Redis.
 * A missing server counts as a failure.
 */
const postgres = async ({ reports }: Surroundings): Promise<Counts> => {
  const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env
  const notRun = (why: string): Counts => ({ passed: 0, failed: 1, note: `not run: ${why}` })
  if (!database) return notRun('TEST_DATABASE_URL names no PostgreSQL whose user may create databases')
  if (!(await listens(database, 5432))) return notRun(`no PostgreSQL listens at ${new URL(database).host}`)
  if (redis && !(await listens(redis, 6379))) return notRun(`no Redis listens at ${new URL(redis).host}`)
  const counts = vitest(join(reports, 'postgres.json'), [], {}, join(root, 'apps/server'))
  if (redis) return counts
  return { ...counts, failed: counts.failed + 1, note: 'those of several processes were not run: TEST_REDIS_URL names no Redis' }
}

/** All test parts. */
export const PARTS = { check, unit, browser: browserRun('ours'), wide, bare: browserRun('bare'), postgres }
export type Part = keyof typeof PARTS

/** The parts that `npm test` runs; the others take longer or need more than Node. */
export const USUAL: readonly Part[] = ['check', 'unit', 'browser']
