import { ASKED, phoneOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { areaUnderCurve, median } from '../statistics.ts'
import { Caller } from '../support/http.ts'

const APART = 'a reset asked for whoever, furthest AUC from 0.5'
const RUNS = 3
const TIMINGS = 500
/** Number of requests that are not counted. */
const WARM_UP = 100

/** The order of the users in bench/src/dataset/fill.ts: each group of three begins at a number divisible by three. */
const BEGINNING = ASKED.first + ((3 - (ASKED.first % 3)) % 3)
const KINDS = {
  known: (n: number) => phoneOf('few', BEGINNING + 3 * n),
  switchedOff: (n: number) => phoneOf('few', BEGINNING + 3 * n + 1),
  withoutMail: (n: number) => phoneOf('few', BEGINNING + 3 * n + 2),
  unknown: (n: number) => `+5511988${String(n).padStart(6, '0')}`,
} as const
type Kind = keyof typeof KINDS
const NAMES = Object.keys(KINDS) as Kind[]

/** Returns another client IP address for each request, because the rate limit per address would suppress the mail. */
const networkOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

/** TRUST-02: the response time must not reveal which accounts exist. Every order of the four kinds occurs equally often. */
export const resetAsks: Measure = {
  name: 'reset-asks',
  figures: [APART],
  run: async (stage) => {
    const { url } = await stage.product()
    const caller = new Caller(url)
    let asks = 0
    const ask = async (account: string): Promise<number> => {
      asks += 1
      const started = performance.now()
      await caller.write('POST', '/api/auth/password-reset', { account }, { 'x-forwarded-for': networkOf(asks * 256) })
      return performance.now() - started
    }
    for (let n = 0; n < WARM_UP; n++) await ask(KINDS.unknown(900_000 + n))
    const apart: Record<Kind, number[]> = { known: [], switchedOff: [], withoutMail: [], unknown: [] }
    for (let run = 0; run < RUNS; run++) {
      const took: Record<Kind, number[]> = { known: [], switchedOff: [], withoutMail: [], unknown: [] }
      for (let n = 0; n < TIMINGS; n++) {
        for (const kind of orderOf(n)) took[kind].push(await ask(KINDS[kind](run * TIMINGS + n)))
      }
      for (const kind of NAMES) apart[kind].push(areaUnderCurve(took[kind], took.unknown))
    }
    caller.close()
    return [{ name: APART, value: Math.max(...NAMES.map((kind) => Math.abs(median(apart[kind]) - 0.5))) }]
  },
}

/** Returns the n-th of the 24 orders of the four kinds. */
function orderOf(n: number): Kind[] {
  const left = [...NAMES]
  let rest = n % 24
  return [6, 2, 1, 1].map((step) => {
    const [kind = 'unknown'] = left.splice(Math.floor(rest / step) % left.length, 1)
    rest %= step
    return kind
  })
}
