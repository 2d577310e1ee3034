import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * `npm run heard -- <folder>`: how many sentences of each class the written agents answer as they must. A file `<class>.txt` is a class, a line
 * `sdr|closer|pos TAB sentence [TAB what was said before]`; without a folder, our own set.
 */
const [folder] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    // Told to: an option without a value takes the next word for one, and then every test runs.
    '--disable-console-intercept=true',
    'src/features/assistant/as-leads-write.test.ts',
  ],
  {
    cwd: join(root, 'apps/server'),
    stdio: 'inherit',
    env: { ...process.env, ...(folder ? { HEARD_SET: resolve(process.env['INIT_CWD'] ?? '.', folder) } : {}) },
  },
)
process.exitCode = status ?? 1
