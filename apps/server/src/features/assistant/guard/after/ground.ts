import type { OpenHours } from '@prosa/contract/entities/agent'
import { LRUCache } from 'lru-cache'
import type { CivilDay } from '../../understanding/day.ts'
import { fold } from '../../understanding/fold.ts'
import type { Claim } from './claim.ts'
import { civilDayAt, claimsIn } from './claims.ts'
import { span } from './dates.ts'
import { hostsIn, inFull } from './links.ts'
import { allPlain, toPlain } from './plain.ts'
import { GIVEAWAYS } from './sayings.ts'
import type { Secrets } from './secrets.ts'

/** A text and when it was written, which relative dates like 'sexta' refer to. */
export interface Words {
  readonly text: string
  readonly at: Date
}

/** Grounding of an agent's replies: texts of its own side and of the lead. */
export interface Ground {
  /** Texts of our side: instructions, persona, messages of users, meetings, tool results, passages, products and internal notes. */
  readonly ours: readonly Words[]
  /** The lead's data and messages. They do not support addresses and discounts. */
  readonly lead: readonly Words[]
  /** Names of the agent and its company. Figures in them are neither claims nor support for other claims ('Loja 60'). */
  readonly names: readonly string[]
  readonly hours: readonly OpenHours[] | null
  readonly secrets: Secrets
  /** Phrases that the team forbids, true or not. */
  readonly never?: readonly string[] | undefined
  /** Returns true if a sentence says yes to a question that no source answers. */
  readonly saysYesToUnknown?: (sentence: string) => boolean
  readonly now: Date
  readonly timeZone: string
}

/** Parsed grounding. */
export interface Known {
  has(key: string): boolean
  /** Returns true if a time claim agrees with the team's opening hours. */
  isOpen(claim: Claim): boolean
  readonly hosts: ReadonlySet<string>
  readonly giveaways: ReadonlySet<string>
  /** Returns true if a text of our side or the lead names that street (`streetsIn`). */
  says(street: string): boolean
  /** Normalized text of our side. */
  readonly ours: string
}

/** Returns all keys that texts of one day support. */
const keysOf = (plain: readonly string[], today: CivilDay): Set<string> =>
  new Set(
    claimsIn(plain, { today, isSource: true })
      .flat()
      .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds]),
  )

/** Returns all keys that texts support. Texts of the same day are parsed together. */
const keysOfAll = (words: readonly Words[], timeZone: string, read: (text: string) => string = (text) => text): Set<string> => {
  const days = Map.groupBy(words, ({ at }) => civilDayAt(at, timeZone).getTime())
  const keys = [...days].map(([day, said]) => keysOf(allPlain(said.map(({ text }) => read(text))), new Date(day)))
  return new Set(keys.flatMap((each) => [...each]))
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const openIn = ({ hours, now, timeZone }: Ground): Known['isOpen'] => {
  if (!hours || hours.length === 0) return () => false
  const today = civilDayAt(now, timeZone)
  const isOpenOn = (day: number) => hours.some((each) => each.day === day % 7)
  const spans = [0, 1, 2, 3, 4, 5, 6].flatMap((from) => [0, 1, 2, 3, 4, 5].map((length) => ({ from, days: length + 1 })))
  const known = new Set(
    spans
      .filter(({ from, days }) => Array.from({ length: days }, (_, i) => from + i).every(isOpenOn))
      .flatMap(({ from, days }) => span(today, from, (from + days - 1) % 7))
      .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds]),
  )
  return ({ keys }) =>
    keys.some((key) => {
      const clock = /^clock:(\d+)$/.exec(key)?.[1]
      return clock ? hours.some(({ from, to }) => minutes(from) <= Number(clock) && Number(clock) <= minutes(to)) : known.has(key)
    })
}

/** Maximum number of characters parsed per message of the lead and in total, which limits the cost of long pasted texts. */
const MESSAGE_CHARS = 1_000
const LEAD_CHARS = 16_000

/** Returns the newest messages of a lead up to the character limits. */
const newest = (lead: readonly Words[]): Words[] => {
  let left = LEAD_CHARS
  return [...lead].reverse().flatMap(({ text, at }) => {
    const read = text.slice(0, Math.min(MESSAGE_CHARS, left))
    left -= read.length
    return read === '' ? [] : [{ text: read, at }]
  })
}

/** Returns a function that computes a value at its first call and caches it. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | null = null
  return () => (made ??= make())
}

/** A parsed text of our side. */
interface Given {
  readonly plain: string
  readonly keys: ReadonlySet<string>
  readonly hosts: readonly string[]
  readonly giveaways: readonly string[]
}

/**
 * Minimum length in characters for caching a parsed text. Instructions are the longest texts and the same in each turn, so they are parsed
 * once a day. The lead's messages are not cached.
 */
const KEPT_FROM_CHARS = 1_000
const KEPT = new LRUCache<string, Given>({ max: 100 })

const read = (text: string, today: CivilDay): Given => {
  const plain = toPlain(text)
  return {
    plain,
    keys: keysOf([plain], today),
    hosts: hostsIn(text),
    giveaways: GIVEAWAYS.filter(([, words]) => words.test(plain)).map(([name]) => name),
  }
}

const given = (text: string, today: CivilDay): Given => {
  if (text.length < KEPT_FROM_CHARS) return read(text, today)
  const key = `${today.getTime()} ${text}`
  const kept = KEPT.get(key) ?? read(text, today)
  KEPT.set(key, kept)
  return kept
}

/** Parses the grounding. Spelling in the lead's messages ('amnh', 'domigo') is corrected only if a claim is not found otherwise. */
export const readGround = (ground: Ground): Known => {
  const { names, timeZone } = ground
  const lead = newest(ground.lead)
  const ours = ground.ours.map(({ text, at }) => given(text, civilDayAt(at, timeZone)))
  const asWritten = [...ours.map(({ keys }) => keys), keysOfAll(lead, timeZone)]
  const all = once(() =>
    [...ours.map(({ plain }) => plain), ...allPlain([...names, ...lead.map(({ text }) => text)])].map(inFull),
  )
  const mended = once(() => keysOfAll(lead, timeZone, fold))
  return {
    has: (key) => asWritten.some((keys) => keys.has(key)) || mended().has(key),
    isOpen: openIn(ground),
    hosts: new Set([...ours.flatMap(({ hosts }) => hosts), ...names.flatMap(hostsIn)]),
    giveaways: new Set(ours.flatMap(({ giveaways }) => giveaways)),
    says: (street) => all().some((said) => said.includes(street)),
    ours: ours.map(({ plain }) => plain).join('\n'),
  }
}
