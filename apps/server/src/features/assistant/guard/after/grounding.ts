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
  readonly teamTexts: readonly DatedText[]
  /** The lead's data and messages. They do not support web addresses and discounts in a reply. */
  readonly leadTexts: readonly DatedText[]
  /** Names of the agent and its company. Numbers in names ('Loja 60') are no claims and support none. */
  readonly names: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly secrets: Secrets
  /** Phrases that the team forbids in replies, whether true or not. */
  readonly forbiddenPhrases?: readonly string[] | undefined
  /** Returns true if a sentence answers yes to a question that no knowledge source answers. */
  readonly affirmsUnsupported?: (sentence: string) => boolean
  readonly now: Date
  readonly timeZone: string
}

/** Parsed source texts, against which the claims of replies are checked. */
export interface ParsedGrounding {
  supportsKey(key: string): boolean
  /** Returns true if a claim about a time or weekday agrees with the team's opening hours. */
  matchesOpeningHours(claim: Claim): boolean
  readonly hosts: ReadonlySet<string>
  readonly giveaways: ReadonlySet<string>
  /** Returns true if a text of the team's side or of the lead contains this street (a result of `extractStreets`). */
  mentionsStreet(street: string): boolean
  /** Normalized texts of the team's side, joined. */
  readonly teamText: string
}

/** Returns the keys of all claims that texts of one day contain, including keys that the claims support. */
const extractKeys = (normalizedTexts: readonly string[], today: CivilDay): Set<string> =>
  new Set(
    extractClaims(normalizedTexts, { today, isSource: true })
      .flat()
      .flatMap(({ keys, supportedKeys = [] }) => [...keys, ...supportedKeys]),
  )

/**
 * Returns the keys of all claims that texts support. For speed, texts of the same day are parsed together. `read`: preprocesses each text.
 */
const extractKeysByDay = (
  texts: readonly DatedText[],
  timeZone: string,
  preprocess: (text: string) => string = (text) => text,
): Set<string> => {
  const days = Map.groupBy(texts, ({ at }) => toCivilDay(at, timeZone).getTime())
  const keys = [...days].map(([day, dayTexts]) =>
    extractKeys(normalizeAllForClaims(dayTexts.map(({ text }) => preprocess(text))), new Date(day)),
  )
  return new Set(keys.flatMap((each) => [...each]))
}

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const createOpenCheck = ({ hours, now, timeZone }: Grounding): ParsedGrounding['matchesOpeningHours'] => {
  if (!hours || hours.length === 0) return () => false
  const today = toCivilDay(now, timeZone)
  const isOpenOn = (day: number) => hours.some((each) => each.day === day % 7)
  const weekdayRanges = [0, 1, 2, 3, 4, 5, 6].flatMap((from) => [0, 1, 2, 3, 4, 5].map((length) => ({ from, days: length + 1 })))
  const openDayKeys = new Set(
    weekdayRanges
      .filter(({ from, days }) => Array.from({ length: days }, (_, i) => from + i).every(isOpenOn))
      .flatMap(({ from, days }) => createWeekdayRangeKeys(today, from, (from + days - 1) % 7))
      .flatMap(({ keys, supportedKeys = [] }) => [...keys, ...supportedKeys]),
  )
  return ({ keys }) =>
    keys.some((key) => {
      const clock = /^clock:(\d+)$/.exec(key)?.[1]
      return clock
        ? hours.some(({ from, to }) => parseMinutes(from) <= Number(clock) && Number(clock) <= parseMinutes(to))
        : openDayKeys.has(key)
    })
}

/**
 * Maximum number of characters parsed per message of the lead. With MAX_LEAD_CHARS for all messages together, it limits the cost of long
 * pasted texts.
 */
const MAX_MESSAGE_CHARS = 1_000
const MAX_LEAD_CHARS = 16_000

/** Returns the newest messages of a lead, newest first, truncated to the character limits. */
const selectNewestMessages = (leadTexts: readonly DatedText[]): DatedText[] => {
  let remainingChars = MAX_LEAD_CHARS
  return [...leadTexts].reverse().flatMap(({ text, at }) => {
    const truncatedText = text.slice(0, Math.min(MAX_MESSAGE_CHARS, remainingChars))
    remainingChars -= truncatedText.length
    return truncatedText === '' ? [] : [{ text: truncatedText, at }]
  })
}

/** Returns a function that computes a value on its first call and returns the cached value afterwards. */
export const memoize = <T extends object>(compute: () => T): (() => T) => {
  let cachedValue: T | null = null
  return () => (cachedValue ??= compute())
}

/** A parsed source text of the team's side: its claims, web addresses and giveaways. */
interface ParsedSource {
  readonly normalizedText: string
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
  const normalizedText = normalizeForClaims(text)
  return {
    normalizedText,
    keys: extractKeys([normalizedText], today),
    hosts: extractHosts(text),
    giveaways: GIVEAWAY_PATTERNS.filter(([, words]) => words.test(normalizedText)).map(([name]) => name),
  }
}

const getParsedSource = (text: string, today: CivilDay): ParsedSource => {
  if (text.length < MIN_CACHED_CHARS) return parseSource(text, today)
  const key = `${today.getTime()} ${text}`
  const parsedSource = SOURCE_CACHE.get(key) ?? parseSource(text, today)
  SOURCE_CACHE.set(key, parsedSource)
  return parsedSource
}

/** Parses the source texts. The spelling of the lead's messages ('amnh', 'domigo') is corrected only if a claim is not found otherwise. */
export const parseGrounding = (grounding: Grounding): ParsedGrounding => {
  const { names, timeZone } = grounding
  const leadTexts = selectNewestMessages(grounding.leadTexts)
  const teamSources = grounding.teamTexts.map(({ text, at }) => getParsedSource(text, toCivilDay(at, timeZone)))
  const keySets = [...teamSources.map(({ keys }) => keys), extractKeysByDay(leadTexts, timeZone)]
  const getAllTexts = memoize(() =>
    [
      ...teamSources.map(({ normalizedText }) => normalizedText),
      ...normalizeAllForClaims([...names, ...leadTexts.map(({ text }) => text)]),
    ].map(expandStreetTypes),
  )
  const getSpellingCorrectedKeys = memoize(() => extractKeysByDay(leadTexts, timeZone, normalizeText))
  return {
    supportsKey: (key) => keySets.some((keys) => keys.has(key)) || getSpellingCorrectedKeys().has(key),
    matchesOpeningHours: createOpenCheck(grounding),
    hosts: new Set([...teamSources.flatMap(({ hosts }) => hosts), ...names.flatMap(extractHosts)]),
    giveaways: new Set(teamSources.flatMap(({ giveaways }) => giveaways)),
    mentionsStreet: (street) => getAllTexts().some((text) => text.includes(street)),
    teamText: teamSources.map(({ normalizedText }) => normalizedText).join('\n'),
  }
}
