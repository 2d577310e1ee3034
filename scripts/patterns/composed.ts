import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import type { RegexPattern } from './find-patterns.ts'

/**
 * Loads the modules given as arguments and prints the regular expressions that they compose at run time. Replaces the RegExp constructor to
 * record every complete pattern.
 */
const files = new Set(process.argv.slice(2))
const composedPatterns: RegexPattern[] = []

const recordPattern = ({ source, flags }: RegExp) => {
  // Skips the first two call sites: this function, and the proxy trap that called it.
  const site = getCallSites(4)[2]
  const file = site?.scriptName.startsWith('file:') ? fileURLToPath(site.scriptName) : ''
  if (site && files.has(file)) composedPatterns.push({ file, line: site.lineNumber, source, flags })
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, given: ConstructorParameters<typeof RegExp>, asked) => {
    const pattern = Reflect.construct(target, given, asked) as RegExp
    recordPattern(pattern)
    return pattern
  },
})

for (const file of files) await import(file)
process.stdout.write(JSON.stringify(composedPatterns), () => process.exit())
