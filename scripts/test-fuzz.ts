import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Runs the server's fuzz tests (API calls, socket events, file contents) with many more inputs than usual, and checks all regular
 * expressions without the cache. FUZZ_SEED selects other inputs; FUZZ_RUNS sets their number.
 */
const DEFAULT_RUNS = '400'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? DEFAULT_RUNS }
const runNode = (args: readonly string[], cwd: string) =>
  spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
const results = [
  runNode([vitest, 'run', 'src/testing/fuzz'], join(root, 'apps/server')),
  runNode([join(root, 'scripts/patterns.ts'), '--afresh'], root),
]
process.exitCode = results.every(Boolean) ? 0 : 1
