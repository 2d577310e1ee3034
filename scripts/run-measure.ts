import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './bootstrap.mjs'

/** Runs a measuring test of the server, in a file, on the set that the command's first word names, told to it by a variable; without a word, on our own. */
export function runMeasure(file: string, variable: string, named = ''): void {
  const [set] = process.argv.slice(2)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      // Told to: an option without a value takes the next word for one, and then every test runs.
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
