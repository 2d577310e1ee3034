import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from '../bootstrap.mjs'

/**
 * Runs a test that measures quality. The first command-line argument names a data set, which the test receives in the environment variable
 * `variable`. Without an argument, the test uses the repository's own data set.
 */
export function runMeasuringTest(file: string, variable: string, named = ''): void {
  const [set] = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      // States the value explicitly. Otherwise the option would take the filename as its value, and all tests would run.
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
