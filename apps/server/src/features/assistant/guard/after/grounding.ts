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

/** A text and the time of writing, to which dates such as 'sexta' refer. */
export interface DatedText {
  readonly text: string
  readonly at: Date
}

/** Source texts that may support claims in replies. The reply check rejects claims that none supports. */
export interface Grounding {
  /** Texts of the team: instructions, messages of users, meetings, tool results, knowledge base. */
  readonly teamTexts: readonly DatedText[]
  /** The lead's data and messages. They support no web addresses and discounts. */
  readonly leadTexts: readonly DatedText[]
  /** Names of the agent and the company. A number in a name ('Loja 60') is no claim and supports none. */
  readonly names: readonly string[]
  readonly hours: readonly OpeningHours[] | null
  readonly secrets: Secrets
  /** Phrases that the team forbids, whether true or not. */
  readonly forbiddenPhrases?: readonly string[] | undefined
  /** Returns true if a sentence answers yes to a question that no source answers. */
  readonly affirmsUnsupported?: (sentence: string) => boolean
  readonly now: Date
  readonly timeZone: string
}

/** Parsed source texts, with which claims are compared. */
export interface ParsedGrounding {
  supportsKey(key: string): boolean
  /** Returns true if a time or weekday lies within the team's opening hours. */
  matchesOpeningHours(claim: Claim): boolean
  readonly hosts: ReadonlySet<string>
  readonly giveaways: ReadonlySet<string>
  /** Returns true if a source text contains the street, which must be a result of `extractStreets` (links.ts). */
  mentionsStreet(street: string): boolean
  /** Normalized texts of the team, joined. */
  readonly teamText: string
}

/** Returns the keys that texts of one day support. */
const extractKeys = (normalizedTexts: readonly string[], today: CivilDay): Set<string> =>
  new Set(
    extractClaims(normalizedTexts, { today, isSource: true })
      .flat()
      .flatMap(({ keys, supportedKeys = [] }) => [...keys, ...supportedKeys]),
  )

/** Returns the keys that texts support. For speed, texts of the same day are parsed together. */
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

/** Characters parsed per message of the lead. Together with MAX_LEAD_CHARS, limits the cost of long pasted texts. */
const MAX_MESSAGE_CHARS = 1_000
const MAX_LEAD_CHARS = 16_000

/** Returns the lead's messages, newest first, up to the character limits. */
const selectNewestMessages = (leadTexts: readonly DatedText[]): DatedText[] => {
  let remainingChars = MAX_LEAD_CHARS
  return [...leadTexts].reverse().flatMap(({ text, at }) => {
    const truncatedText = text.slice(0, Math.min(MAX_MESSAGE_CHARS, remainingChars))
    remainingChars -= truncatedText.length
    return truncatedText === '' ? [] : [{ text: truncatedText, at }]
  })
}

/** Returns a function that computes a value on the first call and caches it. */
export const memoize = <T extends object>(compute: () => T): (() => T) => {
  let cachedValue: T | null = null
  return () => (cachedValue ??= compute())
}

/** A parsed text of the team. */
interface ParsedSource {
  readonly normalizedText: string
  readonly keys: ReadonlySet<string>
  readonly hosts: readonly string[]
  readonly giveaways: readonly string[]
}

/** Minimum length in characters of texts whose parsing is cached. The longest ones, the instructions, repeat in each turn. */
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

/** Parses the source texts. Corrects the lead's spelling ('amnh', 'domigo') only if a claim is not found otherwise. */
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
