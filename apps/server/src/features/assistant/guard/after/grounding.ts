import type { OpeningHours } from '@prosa/contract/entities/agents/agent'
import { LRUCache } from 'lru-cache'
import type { CivilDay } from '../../understanding/dates/day.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import type { Claim } from './claims/claim.ts'
import { createWeekdayRangeKeys } from './claims/date-readers.ts'
import { extractClaims, toCivilDay } from './claims/extract-claims.ts'
import { normalizeAllForClaims, normalizeForClaims } from './claims/normalize-for-claims.ts'
import { expandStreetTypes, extractHosts } from './links.ts'
import type { Secrets } from './secrets.ts'
import { GIVEAWAY_PATTERNS } from './sentence-patterns.ts'

/** A text and its time of writing, to which relative dates such as 'sexta' refer. */
export interface DatedText {
  readonly text: string
  readonly at: Date
}

/** Source texts that may support statements in an agent's replies. The reply check rejects statements that no source text supports. */
export interface Grounding {
  /** Texts of the team's side: instructions, persona, messages of users, meetings, tool results, passages of the knowledge base. */
  readonly ours: readonly DatedText[]
  /** The lead's data and messages. They do not support web addresses and discounts in a reply. */
  readonly lead: readonly DatedText[]
  /** Names of the agent and its company. Numbers in names ('Loja 60') are no claims and support none. */
  readonly names: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly secrets: Secrets
  /** Phrases that the team forbids in replies, whether true or not. */
  readonly never?: readonly string[] | undefined
  /** Returns true if a sentence answers yes to a question that no knowledge source answers. */
  readonly saysYesToUnknown?: (sentence: string) => boolean
  readonly now: Date
  readonly timeZone: string
}

/** Parsed source texts, against which the claims of replies are checked. */
export interface ParsedGrounding {
  has(key: string): boolean
  /** Returns true if a claim about a time or weekday agrees with the team's opening hours. */
  isOpen(claim: Claim): boolean
  readonly hosts: ReadonlySet<string>
  readonly giveaways: ReadonlySet<string>
  /** Returns true if a text of the team's side or of the lead contains this street (a result of `extractStreets`). */
  says(street: string): boolean
  /** Normalized texts of the team's side, joined. */
  readonly ours: string
}

/** Returns the keys of all claims that texts of one day contain, including keys that the claims support. */
const extractKeys = (plain: readonly string[], today: CivilDay): Set<string> =>
  new Set(
    extractClaims(plain, { today, isSource: true })
      .flat()
      .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds]),
  )

/**
 * Returns the keys of all claims that texts support. For speed, texts of the same day are parsed together. `read`: preprocesses each text.
 */
const extractKeysByDay = (
  words: readonly DatedText[],
  timeZone: string,
  read: (text: string) => string = (text) => text,
): Set<string> => {
  const days = Map.groupBy(words, ({ at }) => toCivilDay(at, timeZone).getTime())
  const keys = [...days].map(([day, said]) =>
    extractKeys(normalizeAllForClaims(said.map(({ text }) => read(text))), new Date(day)),
  )
  return new Set(keys.flatMap((each) => [...each]))
}

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const createOpenCheck = ({ hours, now, timeZone }: Grounding): ParsedGrounding['isOpen'] => {
  if (!hours || hours.length === 0) return () => false
  const today = toCivilDay(now, timeZone)
  const isOpenOn = (day: number) => hours.some((each) => each.day === day % 7)
  const spans = [0, 1, 2, 3, 4, 5, 6].flatMap((from) => [0, 1, 2, 3, 4, 5].map((length) => ({ from, days: length + 1 })))
  const known = new Set(
    spans
      .filter(({ from, days }) => Array.from({ length: days }, (_, i) => from + i).every(isOpenOn))
      .flatMap(({ from, days }) => createWeekdayRangeKeys(today, from, (from + days - 1) % 7))
      .flatMap(({ keys, grounds = [] }) => [...keys, ...grounds]),
  )
  return ({ keys }) =>
    keys.some((key) => {
      const clock = /^clock:(\d+)$/.exec(key)?.[1]
      return clock
        ? hours.some(({ from, to }) => parseMinutes(from) <= Number(clock) && Number(clock) <= parseMinutes(to))
        : known.has(key)
    })
}

/**
 * Maximum number of characters parsed per message of the lead. With MAX_LEAD_CHARS for all messages together, it limits the cost of long
 * pasted texts.
 */
const MAX_MESSAGE_CHARS = 1_000
const MAX_LEAD_CHARS = 16_000

/** Returns the newest messages of a lead, newest first, truncated to the character limits. */
const selectNewestMessages = (lead: readonly DatedText[]): DatedText[] => {
  let left = MAX_LEAD_CHARS
  return [...lead].reverse().flatMap(({ text, at }) => {
    const read = text.slice(0, Math.min(MAX_MESSAGE_CHARS, left))
    left -= read.length
    return read === '' ? [] : [{ text: read, at }]
  })
}

/** Returns a function that computes a value on its first call and returns the cached value afterwards. */
export const memoize = <T extends object>(make: () => T): (() => T) => {
  let made: T | null = null
  return () => (made ??= make())
}

/** A parsed source text of the team's side: its claims, web addresses and giveaways. */
interface ParsedSource {
  readonly plain: string
  readonly keys: ReadonlySet<string>
  readonly hosts: readonly string[]
  readonly giveaways: readonly string[]
}

/**
 * Minimum length in characters of a source text that is cached once parsed. Instructions are the longest texts and the same in each turn.
 */
const MIN_CACHED_CHARS = 1_000
const SOURCE_CACHE = new LRUCache<string, ParsedSource>({ max: 100 })

const parseSource = (text: string, today: CivilDay): ParsedSource => {
  const plain = normalizeForClaims(text)
  return {
    plain,
    keys: extractKeys([plain], today),
    hosts: extractHosts(text),
    giveaways: GIVEAWAY_PATTERNS.filter(([, words]) => words.test(plain)).map(([name]) => name),
  }
}

const getParsedSource = (text: string, today: CivilDay): ParsedSource => {
  if (text.length < MIN_CACHED_CHARS) return parseSource(text, today)
  const key = `${today.getTime()} ${text}`
  const kept = SOURCE_CACHE.get(key) ?? parseSource(text, today)
  SOURCE_CACHE.set(key, kept)
  return kept
}

/** Parses the source texts. The spelling of the lead's messages ('amnh', 'domigo') is corrected only if a claim is not found otherwise. */
export const parseGrounding = (ground: Grounding): ParsedGrounding => {
  const { names, timeZone } = ground
  const lead = selectNewestMessages(ground.lead)
  const ours = ground.ours.map(({ text, at }) => getParsedSource(text, toCivilDay(at, timeZone)))
  const asWritten = [...ours.map(({ keys }) => keys), extractKeysByDay(lead, timeZone)]
  const all = memoize(() =>
    [...ours.map(({ plain }) => plain), ...normalizeAllForClaims([...names, ...lead.map(({ text }) => text)])].map(
      expandStreetTypes,
    ),
  )
  const mended = memoize(() => extractKeysByDay(lead, timeZone, normalizeText))
  return {
    has: (key) => asWritten.some((keys) => keys.has(key)) || mended().has(key),
    isOpen: createOpenCheck(ground),
    hosts: new Set([...ours.flatMap(({ hosts }) => hosts), ...names.flatMap(extractHosts)]),
    giveaways: new Set(ours.flatMap(({ giveaways }) => giveaways)),
    says: (street) => all().some((said) => said.includes(street)),
    ours: ours.map(({ plain }) => plain).join('\n'),
  }
}
