import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import type { Pattern } from './find-patterns.ts'

/**
 * Started with the names of modules: loads each and prints the patterns that it put together meanwhile. Whatever names its parts have and
 * wherever they come from, the engine is given the whole, and so are we.
 */
const files = new Set(process.argv.slice(2))
const made: Pattern[] = []

const note = ({ source, flags }: RegExp) => {
  // The first is this function, the second the trap that called it.
  const site = getCallSites(4)[2]
  const file = site?.scriptName.startsWith('file:') ? fileURLToPath(site.scriptName) : ''
  if (site && files.has(file)) made.push({ file, line: site.lineNumber, source, flags })
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, given: ConstructorParameters<typeof RegExp>, asked) => {
    const pattern = Reflect.construct(target, given, asked) as RegExp
    note(pattern)
    return pattern
  },
})

for (const file of files) await import(file)
process.stdout.write(JSON.stringify(made), () => process.exit())
