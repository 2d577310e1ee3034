import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from '../bootstrap.mjs'

/**
 * Runs the measuring test in `file`. The first command-line argument names the data set and is passed to the test in the environment
 * variable `variable`; by default the test uses our own set.
 */
export function runMeasuringTest(file: string, variable: string, named = ''): void {
  const [set] = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      // The value is explicit: an option without a value would consume the file name, and all tests would run.
      '--disable-console-intercept=true',
      file,
      '--testNamePattern',
      named,
    ],
    {
      cwd: join(root, 'apps/server'),
      stdio: 'inherit',
      env: { ...process.env, ...(set ? { [variable]: resolve(process.env['INIT_CWD'] ?? '.', set) } : {}) },
    },
  )
  process.exitCode = status ?? 1
}
