import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { Refusal, root } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'

/** Builds what changed and becomes the server: same terminal, same signals, same exit code. */
const start = () => {
  ensureBuilt(console.log)
  const server = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)))
}

try {
  start()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
