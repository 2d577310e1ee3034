import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** Asks the server far more, at random, than its ordinary tests do; FUZZ_SEED asks something else, FUZZ_RUNS more or less of it. */
const RUNS = '400'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? RUNS }
process.exitCode =
  spawnSync(process.execPath, [vitest, 'run', 'src/testing/fuzz'], {
    cwd: join(root, 'apps/server'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  }).status ?? 1
