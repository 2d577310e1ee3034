// Entry point of every npm script in the root: installs packages if needed, then runs the given file on the pinned Node. It is plain
// JavaScript because the system's Node may be too old for TypeScript.
import { delimiter, dirname, join } from 'node:path'
import { become } from './become.mjs'
import { ensureInstalled, pinnedNode, Refusal, root } from './bootstrap.mjs'

try {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Refusal('Uso: node scripts/run.mjs <arquivo> [opções]')
  ensureInstalled()
  const node = pinnedNode()
  // PATH makes tools that a script starts by name find the same Node first.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  become(node, [join(root, file), ...args], { cwd: root, env })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
