import type { SentBody } from './meta-bodies.ts'
import type { MetaNumber } from './meta-signup.ts'
import type { MetaTemplate } from './meta-templates.ts'

/** The part of the double's state that its rate limits use. */
interface Ruled {
  now: () => number
  numberInfo: object
  accounts: Map<string, MetaNumber[]>
  templates: readonly MetaTemplate[]
  stopped: Set<string>
  tier: number | null
}

/** Messages per second of a number; the second limit is for a number that is also used on a phone. */
const PER_SECOND = 80
const PER_SECOND_WITH_PHONE = 20
/** Limit of messages from one number to one person: a burst of this size, which recovers by one message per interval. */
const PAIR_BURST = 45
const PAIR_EVERY_MS = 6_000
const SECOND_MS = 1_000
const DAY_MS = 86_400_000

const TOO_MANY = 130_429
const SAME_PERSON = 131_056
const OVER_TIER = 131_048
const STOPPED = 131_050

/** Applies Meta's rate limits: counts accepted messages and refuses those above a limit. */
export const metaRules = (double: Ruled) => {
  const taken = new Map<string, number[]>()
  const owed = new Map<string, number>()
  const people = new Map<string, Map<string, number>>()

  const isOnPhone = (phoneNumberId: string): boolean => {
    const info: { is_on_biz_app?: boolean } = double.numberInfo
    const listed = [...double.accounts.values()].flat().find(({ id }) => id === phoneNumberId)
    return (listed ?? info).is_on_biz_app === true
  }
  const isMarketing = ({ template }: SentBody): boolean =>
    double.templates.some(({ name, category }) => name === template?.name && category === 'MARKETING')

  return {
    /** Returns the code with which a send is refused, or null if it is accepted; an accepted send is counted. */
    refusal: (body: SentBody, phoneNumberId: string): number | null => {
      const at = double.now()
      const to = body.to ?? body.recipient ?? ''
      if (isMarketing(body) && double.stopped.has(to.replace('+', ''))) return STOPPED
      const lately = (taken.get(phoneNumberId) ?? []).filter((time) => time > at - SECOND_MS)
      if (lately.length >= (isOnPhone(phoneNumberId) ? PER_SECOND_WITH_PHONE : PER_SECOND)) return TOO_MANY
      const pair = `${phoneNumberId} ${to}`
      const until = Math.max(owed.get(pair) ?? 0, at)
      if (until - at >= PAIR_BURST * PAIR_EVERY_MS) return SAME_PERSON
      const met = people.get(phoneNumberId) ?? new Map<string, number>()
      const ofToday = [...met].filter(([, time]) => time > at - DAY_MS)
      const isNew = body.type === 'template' && !ofToday.some(([who]) => who === to)
      if (isNew && double.tier !== null && ofToday.length >= double.tier) return OVER_TIER
      taken.set(phoneNumberId, [...lately, at])
      owed.set(pair, until + PAIR_EVERY_MS)
      if (isNew) people.set(phoneNumberId, met.set(to, at))
      return null
    },
  }
}
