import { join } from 'node:path'
import { become } from './become.mjs'
import { Refusal, root } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'

/** Builds the changed pages and runs the server. */
try {
  ensureBuilt(console.log)
  become(process.execPath, [join(root, 'apps/server/src/main.ts')], { cwd: root })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
