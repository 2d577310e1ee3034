import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { type CivilDay, createCivilDay } from '../../../understanding/dates/day.ts'
import { AMOUNT_READERS } from './amount-readers.ts'
import type { Claim, ClaimContext, ClaimReader } from './claim.ts'
import { DATE_READERS } from './date-readers.ts'
import { TEXT_SEPARATOR } from './normalize-for-claims.ts'
import { PERSONAL_DATA_READERS } from './personal-data-readers.ts'
import { TIME_READERS } from './time-readers.ts'

/** Text that replaces a claim once it is found, so that no later pattern matches across that place. */
const MATCHED_PLACEHOLDER = ' ¦ '
/** Number of characters before and after a match that the claim reader receives as context. */
const CONTEXT_CHARS = 40

/**
 * Claim readers in the order in which they run: dates, personal data, times, amounts. Later readers do not receive text that an earlier one
 * matched.
 */
const CLAIM_READERS: readonly ClaimReader[] = [...DATE_READERS, ...PERSONAL_DATA_READERS, ...TIME_READERS, ...AMOUNT_READERS]

const READERS_WITHOUT_DIGITS = CLAIM_READERS.filter(({ digits }) => !digits)

/**
 * Returns the claims (checkable statements such as dates and amounts) of each normalized text. For speed, joins all texts and runs each
 * pattern once. Texts without a digit skip the patterns that need one.
 */
export const extractClaims = (plain: readonly string[], reading: ClaimContext): Claim[][] => {
  const hasFigure = (text: string) => /\d/.test(text)
  const figures = extractWithReaders(plain.filter(hasFigure), CLAIM_READERS, reading).values()
  const words = extractWithReaders(
    plain.filter((text) => !hasFigure(text)),
    READERS_WITHOUT_DIGITS,
    reading,
  ).values()
  return plain.map((text) => (hasFigure(text) ? figures : words).next().value ?? [])
}

const extractWithReaders = (plain: readonly string[], readers: readonly ClaimReader[], reading: ClaimContext): Claim[][] => {
  const claims = plain.map((): Claim[] => [])
  let text = plain.join(TEXT_SEPARATOR)
  for (const { why, needs, pattern, read } of readers) {
    if (needs && !needs.test(text)) continue
    let [line, lineEnd] = [0, text.indexOf(TEXT_SEPARATOR)]
    text = text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.findIndex((part) => typeof part === 'number')
      const [start, whole] = [Number(rest[at]), String(rest[at + 1])]
      for (; lineEnd >= 0 && lineEnd < start; line += 1) lineEnd = whole.indexOf(TEXT_SEPARATOR, lineEnd + 1)
      const groups = rest.slice(0, at) as (string | undefined)[]
      const end = start + found.length
      const before = whole.slice(Math.max(0, start - CONTEXT_CHARS), start)
      const claim = read(
        [found, ...groups],
        reading,
        before.slice(before.lastIndexOf(TEXT_SEPARATOR) + 1),
        whole.slice(end, lineEnd < 0 ? end + CONTEXT_CHARS : Math.min(lineEnd, end + CONTEXT_CHARS)),
      )
      if (claim === null) return found
      claims[line]?.push({ why, ...claim })
      return MATCHED_PLACEHOLDER
    })
  }
  return claims
}

/** A quarter of an hour in milliseconds. The offsets of all time zones are multiples of it. */
const QUARTER_MS = 900_000
const DAY_CACHE = new LRUCache<string, CivilDay>({ max: 1_000 })

/**
 * Returns the calendar day of a point in time in a time zone. Results are cached per quarter of an hour, because many messages of a
 * conversation share one.
 */
export const toCivilDay = (at: Date, timeZone: string): CivilDay => {
  const key = `${timeZone} ${Math.floor(at.getTime() / QUARTER_MS)}`
  const known = DAY_CACHE.get(key)
  if (known) return known
  const local = new TZDate(at.getTime(), timeZone)
  const day = createCivilDay(local.getFullYear(), local.getMonth(), local.getDate())
  DAY_CACHE.set(key, day)
  return day
}
