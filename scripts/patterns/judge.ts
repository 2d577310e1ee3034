import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { check, type Diagnostics } from 'recheck'
import type { Pattern } from './find-patterns.ts'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

const MINUTE = 60_000
/**
 * Attack cost is limited in steps, not time, so that the result does not depend on the load of the machine. The exact automaton checker is
 * too slow for some patterns; after its timeout, recheck's fuzzer is used.
 */
const PARAMETERS = { timeout: MINUTE / 2, attackTimeout: null, incubationTimeout: null, attackLimit: 100_000_000 }
const FUZZED = { ...PARAMETERS, timeout: 10 * MINUTE, checker: 'fuzz' } as const
/** Number of concurrent checks; each uses one processor. */
const LANES = 2

/** Returns the cache key of a verdict: a hash of the pattern, its flags and the version of the checker. */
export const keyOf = ({ source, flags }: Pattern): string =>
  createHash('sha256')
    .update(JSON.stringify([version, source, flags]))
    .digest('hex')
    .slice(0, 32)

const sentence = ({ file, line, source }: Pattern, found: Diagnostics): string => {
  const why =
    found.status === 'vulnerable'
      ? `${found.complexity.summary}, attacked by ${found.attack.pattern}`
      : `recheck does not know (${found.status === 'unknown' ? found.error.kind : found.status}), so it does not pass`
  return `${file}:${line} /${source.slice(0, 80)}/ ${why}`
}

const examine = async ({ source, flags }: Pattern): Promise<Diagnostics> => {
  const found = await check(source, flags, PARAMETERS)
  return found.status === 'unknown' && found.error.kind === 'timeout' ? check(source, flags, FUZZED) : found
}

export interface Judged {
  readonly safe: Pattern[]
  /** Problems of the unsafe expressions, each with its place. */
  readonly problems: string[]
}

/** Checks each expression with recheck. */
export const judge = async (patterns: readonly Pattern[]): Promise<Judged> => {
  const safe: Pattern[] = []
  const problems: string[] = []
  const waiting = patterns.values()
  const lane = async () => {
    for (const pattern of waiting) {
      const found = await examine(pattern)
      if (found.status === 'safe') safe.push(pattern)
      else problems.push(sentence(pattern, found))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { safe, problems: problems.sort() }
}
