import { buildUserPhone, RESET_USER_RANGE } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { computeAreaUnderCurve, getMedian } from '../../statistics.ts'
import { HttpCaller } from '../../support/http-caller.ts'

const AUC_DISTANCE_FIGURE = 'a reset asked for whoever, furthest AUC from 0.5'
const RUN_COUNT = 3
const TIMINGS_PER_KIND = 500
/** Number of requests that are not counted. */
const WARM_UP = 100

/** The order of the users in bench/src/dataset/fill-dataset.ts: each group of three begins at a number divisible by three. */
const FIRST_USER = RESET_USER_RANGE.first + ((3 - (RESET_USER_RANGE.first % 3)) % 3)
const ACCOUNT_KINDS = {
  known: (n: number) => buildUserPhone('few', FIRST_USER + 3 * n),
  switchedOff: (n: number) => buildUserPhone('few', FIRST_USER + 3 * n + 1),
  withoutMail: (n: number) => buildUserPhone('few', FIRST_USER + 3 * n + 2),
  unknown: (n: number) => `+5511988${String(n).padStart(6, '0')}`,
} as const
type AccountKind = keyof typeof ACCOUNT_KINDS
const ACCOUNT_KIND_NAMES = Object.keys(ACCOUNT_KINDS) as AccountKind[]

/** Returns another client IP address for each request, because the rate limit per address would suppress the mail. */
const buildClientAddress = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

/** TRUST-02: the response time must not reveal which accounts exist. Every order of the four kinds occurs equally often. */
export const resetTimingMeasure: Measure = {
  name: 'reset-asks',
  figures: [AUC_DISTANCE_FIGURE],
  run: async (stage) => {
    const { url } = await stage.product()
    const caller = new HttpCaller(url)
    let asks = 0
    const ask = async (account: string): Promise<number> => {
      asks += 1
      const started = performance.now()
      await caller.write('POST', '/api/auth/password-reset', { account }, { 'x-forwarded-for': buildClientAddress(asks * 256) })
      return performance.now() - started
    }
    for (let n = 0; n < WARM_UP; n++) await ask(ACCOUNT_KINDS.unknown(900_000 + n))
    const apart: Record<AccountKind, number[]> = { known: [], switchedOff: [], withoutMail: [], unknown: [] }
    for (let run = 0; run < RUN_COUNT; run++) {
      const took: Record<AccountKind, number[]> = { known: [], switchedOff: [], withoutMail: [], unknown: [] }
      for (let n = 0; n < TIMINGS_PER_KIND; n++) {
        for (const kind of getKindOrder(n)) took[kind].push(await ask(ACCOUNT_KINDS[kind](run * TIMINGS_PER_KIND + n)))
      }
      for (const kind of ACCOUNT_KIND_NAMES) apart[kind].push(computeAreaUnderCurve(took[kind], took.unknown))
    }
    caller.close()
    return [
      { name: AUC_DISTANCE_FIGURE, value: Math.max(...ACCOUNT_KIND_NAMES.map((kind) => Math.abs(getMedian(apart[kind]) - 0.5))) },
    ]
  },
}

/** Returns the n-th of the 24 orders of the four kinds. */
function getKindOrder(n: number): AccountKind[] {
  const left = [...ACCOUNT_KIND_NAMES]
  let rest = n % 24
  return [6, 2, 1, 1].map((step) => {
    const [kind = 'unknown'] = left.splice(Math.floor(rest / step) % left.length, 1)
    rest %= step
    return kind
  })
}
