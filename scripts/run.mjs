// Every npm script of the root comes through here: install when needed, then run the named file on the pinned Node.
// It stays plain JavaScript because the machine's own Node may be an old one that knows no TypeScript.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureInstalled, pinnedNode, Refusal, root } from './bootstrap.mjs'

const main = () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Refusal('Uso: node scripts/run.mjs <arquivo> [opções]')
  ensureInstalled()
  const node = pinnedNode()
  // Tools that a script starts by name find the same Node first.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(node, [join(root, file), ...args], { cwd: root, stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1))
  })
}

try {
  main()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
