import type { SendRequestBody } from './meta-request-bodies.ts'
import type { MetaNumber } from './meta-signup.ts'
import type { MetaTemplate } from './meta-templates.ts'

/** The part of the double's state that its rate limits use. */
interface RateLimitState {
  now: () => number
  numberInfo: object
  accounts: Map<string, MetaNumber[]>
  templates: readonly MetaTemplate[]
  stopped: Set<string>
  tier: number | null
}

/** Messages per second of a number; the second limit is for a number that is also used on a phone. */
const NUMBER_LIMIT_PER_SECOND = 80
const PHONE_NUMBER_LIMIT_PER_SECOND = 20
/** Limit of messages from one number to one person: a burst of this size, which recovers by one message per interval. */
const PAIR_BURST = 45
const PAIR_RECOVERY_MS = 6_000
const SECOND_MS = 1_000
const DAY_MS = 86_400_000

const RATE_LIMIT_CODE = 130_429
const PAIR_RATE_LIMIT_CODE = 131_056
const MESSAGING_TIER_CODE = 131_048
const MARKETING_OPT_OUT_CODE = 131_050

/** Applies Meta's rate limits: counts accepted messages and refuses those above a limit. */
export const createRateLimits = (double: RateLimitState) => {
  const taken = new Map<string, number[]>()
  const owed = new Map<string, number>()
  const people = new Map<string, Map<string, number>>()

  const isOnPhone = (phoneNumberId: string): boolean => {
    const info: { is_on_biz_app?: boolean } = double.numberInfo
    const listed = [...double.accounts.values()].flat().find(({ id }) => id === phoneNumberId)
    return (listed ?? info).is_on_biz_app === true
  }
  const isMarketing = ({ template }: SendRequestBody): boolean =>
    double.templates.some(({ name, category }) => name === template?.name && category === 'MARKETING')

  return {
    /** Returns the code with which a send is refused, or null if it is accepted; an accepted send is counted. */
    refusal: (body: SendRequestBody, phoneNumberId: string): number | null => {
      const at = double.now()
      const to = body.to ?? body.recipient ?? ''
      if (isMarketing(body) && double.stopped.has(to.replace('+', ''))) return MARKETING_OPT_OUT_CODE
      const lately = (taken.get(phoneNumberId) ?? []).filter((time) => time > at - SECOND_MS)
      if (lately.length >= (isOnPhone(phoneNumberId) ? PHONE_NUMBER_LIMIT_PER_SECOND : NUMBER_LIMIT_PER_SECOND))
        return RATE_LIMIT_CODE
      const pair = `${phoneNumberId} ${to}`
      const until = Math.max(owed.get(pair) ?? 0, at)
      if (until - at >= PAIR_BURST * PAIR_RECOVERY_MS) return PAIR_RATE_LIMIT_CODE
      const met = people.get(phoneNumberId) ?? new Map<string, number>()
      const ofToday = [...met].filter(([, time]) => time > at - DAY_MS)
      const isNew = body.type === 'template' && !ofToday.some(([who]) => who === to)
      if (isNew && double.tier !== null && ofToday.length >= double.tier) return MESSAGING_TIER_CODE
      taken.set(phoneNumberId, [...lately, at])
      owed.set(pair, until + PAIR_RECOVERY_MS)
      if (isNew) people.set(phoneNumberId, met.set(to, at))
      return null
    },
  }
}
