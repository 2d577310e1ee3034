import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { FRIDAY } from '../../testing/dialogue.ts'
import { HONEST_REPLIES } from '../../testing/replies/honest-replies.ts'
import { LONG_GROUNDING, LONG_REPLIES, MAX_TEXT_CHARS, randomLongTexts } from '../../testing/replies/long-replies.ts'
import { checkReplies } from './check-replies.ts'
import { extractClaims, toCivilDay } from './claims/extract-claims.ts'
import { normalizeAllForClaims } from './claims/normalize-for-claims.ts'

/** Maximum time as a multiple of a plain pass over the same amount of text. About 32 is usual. */
const P95_TIMES = 60
const WORST_TIMES = 600

/** Returns the CPU time of this thread in milliseconds, which excludes other load on the machine. */
const took = (work: () => unknown): number => {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000
}
/** Returns the shortest of three times, because garbage collection may affect one. */
const least = (text: string): number => Math.min(...[1, 2, 3].map(() => took(() => checkReplies([text], LONG_GROUNDING))))

const read = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').split(' ')
/** Returns the time in milliseconds for a plain pass over the text, as a measure of the machine's speed. */
const plainly = (text: string): number => {
  const TIMES = 200
  const readings = Array.from({ length: 5 }, () =>
    took(() => {
      for (let time = 0; time < TIMES; time += 1) read(text)
    }),
  )
  return Math.min(...readings) / TIMES
}
/** Returns true if the text is too slow in each of five measurements. Temporary load slows only some of them. */
const takesLonger = (text: string, times: number, than: string): boolean =>
  [1, 2, 3, 4, 5].every(() => least(text) > times * plainly(than))

// Absolute times are measured by `npm run bench -- guard`.
it('GUARD-31 after an engine 8,000 characters of talk are read in no more than sixty plain readings', () => {
  for (const talk of LONG_REPLIES) checkReplies([talk], LONG_GROUNDING)
  const times = LONG_REPLIES.map((talk) => ({ talk, ms: least(talk) })).sort((a, b) => a.ms - b.ms)
  const { talk = '' } = times[Math.floor(times.length * 0.95)] ?? {}
  expect(talk).toHaveLength(MAX_TEXT_CHARS)
  expect(takesLonger(talk, P95_TIMES, talk)).toBe(false)
})

it('GUARD-31 nothing that anybody can make up keeps it for ten times as long @wide', () => {
  const honest = HONEST_REPLIES.join(' ').repeat(9).slice(0, MAX_TEXT_CHARS)
  const most = WORST_TIMES * plainly(honest)
  const slow: string[] = []
  fc.assert(
    fc.property(randomLongTexts, (given) => {
      if (least(given) > most && takesLonger(given, WORST_TIMES, honest)) slow.push(given.slice(0, 80))
    }),
    { numRuns: 100, seed: 20_261_120 },
  )
  expect(slow).toEqual([])
})

it('GUARD-31 two hundred sentences read at once take a tenth of the calls that each takes alone, and claim the same', () => {
  const reading = { today: toCivilDay(FRIDAY, 'America/Sao_Paulo'), isSource: false }
  const plain = normalizeAllForClaims(HONEST_REPLIES)
  expect(plain.length).toBeGreaterThanOrEqual(200)
  const calls = vi.spyOn(RegExp.prototype, Symbol.replace)
  const atOnce = extractClaims(plain, reading)
  const callsAtOnce = calls.mock.calls.length
  const alone = plain.flatMap((text) => extractClaims([text], reading))
  const callsAlone = calls.mock.calls.length - callsAtOnce
  calls.mockRestore()
  expect(atOnce).toEqual(alone)
  expect(callsAtOnce).toBeGreaterThan(0)
  expect(callsAlone).toBeGreaterThan(10 * callsAtOnce)
})
