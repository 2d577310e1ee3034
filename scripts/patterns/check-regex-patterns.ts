import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { check, type Diagnostics } from 'recheck'
import type { RegexPattern } from './find-patterns.ts'

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

const MINUTE_MS = 60_000
/**
 * Parameters for recheck. The limit is a number of steps, not a time, so that results do not depend on the machine's load. After `timeout`,
 * recheck uses its fuzzer instead of its exact checker, which is too slow for some patterns.
 */
const RECHECK_PARAMETERS = { timeout: MINUTE_MS / 2, attackTimeout: null, incubationTimeout: null, attackLimit: 100_000_000 }
const FUZZ_PARAMETERS = { ...RECHECK_PARAMETERS, timeout: 10 * MINUTE_MS, checker: 'fuzz' } as const
/** Number of concurrent checks. Each check uses one processor. */
const CONCURRENT_CHECKS = 2

/** Returns the cache key of a result: a hash of the pattern, its flags and the version of recheck. */
export const getVerdictKey = ({ source, flags }: RegexPattern): string =>
  createHash('sha256')
    .update(JSON.stringify([version, source, flags]))
    .digest('hex')
    .slice(0, 32)

const describeProblem = ({ file, line, source }: RegexPattern, found: Diagnostics): string => {
  const why =
    found.status === 'vulnerable'
      ? `${found.complexity.summary}, attacked by ${found.attack.pattern}`
      : `recheck does not know (${found.status === 'unknown' ? found.error.kind : found.status}), so it does not pass`
  return `${file}:${line} /${source.slice(0, 80)}/ ${why}`
}

const checkPattern = async ({ source, flags }: RegexPattern): Promise<Diagnostics> => {
  const found = await check(source, flags, RECHECK_PARAMETERS)
  return found.status === 'unknown' && found.error.kind === 'timeout' ? check(source, flags, FUZZ_PARAMETERS) : found
}

export interface PatternVerdicts {
  readonly safe: RegexPattern[]
  /** Error messages for unsafe expressions, each with file and line. */
  readonly problems: string[]
}

export const checkRegexPatterns = async (patterns: readonly RegexPattern[]): Promise<PatternVerdicts> => {
  const safe: RegexPattern[] = []
  const problems: string[] = []
  const waiting = patterns.values()
  const lane = async () => {
    for (const pattern of waiting) {
      const found = await checkPattern(pattern)
      if (found.status === 'safe') safe.push(pattern)
      else problems.push(describeProblem(pattern, found))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, lane))
  return { safe, problems: problems.sort() }
}
