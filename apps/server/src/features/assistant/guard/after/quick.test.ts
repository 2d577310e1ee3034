import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { FRIDAY } from '../../testing/dialogue.ts'
import { HONEST } from '../../testing/honest-replies.ts'
import { LONG_GROUND, LONGEST, madeUp, TALKS } from '../../testing/long-talks.ts'
import { after } from './after.ts'
import { civilDayAt, claimsIn } from './claims.ts'
import { allPlain } from './plain.ts'

/** How many times as long as a plain reading of as much text it may take; it takes some 32 times as long. */
const P95_TIMES = 60
const WORST_TIMES = 600

/** Milliseconds of this thread's processor time: what else the machine does is not counted. */
const took = (work: () => unknown): number => {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000
}
/** The quickest of three: a collection of garbage falls on one of them. */
const least = (text: string): number => Math.min(...[1, 2, 3].map(() => took(() => after([text], LONG_GROUND))))

const read = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').split(' ')
/** What this machine takes to read that much text at all: the figure hangs on no machine. */
const plainly = (text: string): number => {
  const TIMES = 200
  const readings = Array.from({ length: 5 }, () =>
    took(() => {
      for (let time = 0; time < TIMES; time += 1) read(text)
    }),
  )
  return Math.min(...readings) / TIMES
}
/** However often both are measured again: other work on the machine makes one of them slow for a while, what is slow itself always is. */
const takesLonger = (text: string, times: number, than: string): boolean =>
  [1, 2, 3, 4, 5].every(() => least(text) > times * plainly(than))

// The milliseconds themselves are measured by `npm run bench -- guard`.
it('GUARD-31 after an engine 8,000 characters of talk are read in no more than sixty plain readings', () => {
  for (const talk of TALKS) after([talk], LONG_GROUND)
  const times = TALKS.map((talk) => ({ talk, ms: least(talk) })).sort((a, b) => a.ms - b.ms)
  const { talk = '' } = times[Math.floor(times.length * 0.95)] ?? {}
  expect(talk).toHaveLength(LONGEST)
  expect(takesLonger(talk, P95_TIMES, talk)).toBe(false)
})

it('GUARD-31 nothing that anybody can make up keeps it for ten times as long @wide', () => {
  const honest = HONEST.join(' ').repeat(9).slice(0, LONGEST)
  const most = WORST_TIMES * plainly(honest)
  const slow: string[] = []
  fc.assert(
    fc.property(madeUp, (given) => {
      if (least(given) > most && takesLonger(given, WORST_TIMES, honest)) slow.push(given.slice(0, 80))
    }),
    { numRuns: 100, seed: 20_261_120 },
  )
  expect(slow).toEqual([])
})

it('GUARD-31 two hundred sentences read at once take a tenth of the calls that each takes alone, and claim the same', () => {
  const reading = { today: civilDayAt(FRIDAY, 'America/Sao_Paulo'), isSource: false }
  const plain = allPlain(HONEST)
  expect(plain.length).toBeGreaterThanOrEqual(200)
  const calls = vi.spyOn(RegExp.prototype, Symbol.replace)
  const atOnce = claimsIn(plain, reading)
  const callsAtOnce = calls.mock.calls.length
  const alone = plain.flatMap((text) => claimsIn([text], reading))
  const callsAlone = calls.mock.calls.length - callsAtOnce
  calls.mockRestore()
  expect(atOnce).toEqual(alone)
  expect(callsAtOnce).toBeGreaterThan(0)
  expect(callsAlone).toBeGreaterThan(10 * callsAtOnce)
})
