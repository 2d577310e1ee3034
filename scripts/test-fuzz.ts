import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Asks the server far more, at random, than its ordinary tests do; FUZZ_SEED asks something else, FUZZ_RUNS more or less of it. And recheck is asked
 * about every pattern again, whatever verdicts are kept.
 */
const RUNS = '400'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? RUNS }
const run = (args: readonly string[], cwd: string) =>
  spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
const results = [
  run([vitest, 'run', 'src/testing/fuzz'], join(root, 'apps/server')),
  run([join(root, 'scripts/patterns.ts'), '--afresh'], root),
]
process.exitCode = results.every(Boolean) ? 0 : 1
