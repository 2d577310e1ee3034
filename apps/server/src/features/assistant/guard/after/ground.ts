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

/** Words and when they were said: 'sexta' is the one after that. */
export interface Words {
  readonly text: string
  readonly at: Date
}

/** What an agent may state: it was given to it by its own side, or told by the lead. */
export interface Ground {
  /** Instructions, persona, persons' messages, meetings, what tools answered. Passages, products and whispers belong here. */
  readonly ours: readonly Words[]
  /** The lead's data and own words. An address or a discount is not true because the lead named it. */
  readonly lead: readonly Words[]
  /** What the agent and its company are called: said of themselves, figures and all, they state nothing, and ground nothing else ('Loja 60'). */
  readonly names: readonly string[]
  readonly hours: readonly OpenHours[] | null
  readonly secrets: Secrets
  /** Phrases that its team does not want said, true or not. */
  readonly never?: readonly string[] | undefined
  /** True for a sentence that says yes to what nothing answers. */
  readonly saysYesToUnknown?: (sentence: string) => boolean
  readonly now: Date
  readonly timeZone: string
}

/** A ground that was read. */
export interface Known {
  has(key: string): boolean
  /** True for what the team's hours say, or leave room for. */
  isOpen(claim: Claim): boolean
  readonly hosts: ReadonlySet<string>
  readonly giveaways: ReadonlySet<string>
  /** True where somebody named that street (`streetsIn`). */
  says(street: string): boolean
  /** Our side's words, plain. */
  readonly ours: string
}

/** What words of one day give ground to. */
const keysOf = (plain: readonly string[], today: CivilDay): Set<string> =>
  new Set(
    claimsIn(plain, { today, isSource: true })
      .flat()
      .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds]),
  )

/** What some words give: those of a day are read at once. */
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

/** What of a lead's words is read: whoever pastes more than that at once does not say more. */
const MESSAGE_CHARS = 1_000
const LEAD_CHARS = 16_000

/** The newest words of a lead, up to as many as are read. */
const newest = (lead: readonly Words[]): Words[] => {
  let left = LEAD_CHARS
  return [...lead].reverse().flatMap(({ text, at }) => {
    const read = text.slice(0, Math.min(MESSAGE_CHARS, left))
    left -= read.length
    return read === '' ? [] : [{ text: read, at }]
  })
}

/** Makes it when it is first wanted, and never again. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | null = null
  return () => (made ??= make())
}

/** A text of ours, read. */
interface Given {
  readonly plain: string
  readonly keys: ReadonlySet<string>
  readonly hosts: readonly string[]
  readonly giveaways: readonly string[]
}

/** Instructions are the same in each turn of an agent, and the longest that is read: once a day. Shorter words, as all of a lead's, are not kept. */
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

/** Everything that the ground gives. What leads shorten or misspell ('amnh', 'domigo') is mended only where it is needed. */
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
