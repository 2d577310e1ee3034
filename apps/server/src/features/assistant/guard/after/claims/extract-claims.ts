import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { type CivilDay, createCivilDay } from '../../../understanding/dates/day.ts'
import { AMOUNT_READERS } from './amount-readers.ts'
import type { Claim, ClaimContext, ClaimReader } from './claim.ts'
import { DATE_READERS } from './date-readers.ts'
import { TEXT_SEPARATOR } from './normalize-for-claims.ts'
import { PERSONAL_DATA_READERS } from './personal-data-readers.ts'
import { TIME_READERS } from './time-readers.ts'

/** Replaces a found claim, so that no later pattern matches across its place. */
const MATCHED_PLACEHOLDER = ' ¦ '
/** Characters before and after a match that are passed to `parse`. */
const CONTEXT_CHARS = 40

/** Claim readers in the order in which they run. Later readers skip text that earlier ones matched. */
const CLAIM_READERS: readonly ClaimReader[] = [...DATE_READERS, ...PERSONAL_DATA_READERS, ...TIME_READERS, ...AMOUNT_READERS]

const READERS_WITHOUT_DIGITS = CLAIM_READERS.filter(({ requiresDigit }) => !requiresDigit)

/**
 * Returns the claims (checkable statements) of each text. For speed, runs each pattern once over all texts joined, and skips digit patterns
 * for texts without digits.
 */
export const extractClaims = (normalizedTexts: readonly string[], context: ClaimContext): Claim[][] => {
  const hasDigit = (text: string) => /\d/.test(text)
  const claimsWithDigits = extractWithReaders(normalizedTexts.filter(hasDigit), CLAIM_READERS, context).values()
  const claimsWithoutDigits = extractWithReaders(
    normalizedTexts.filter((text) => !hasDigit(text)),
    READERS_WITHOUT_DIGITS,
    context,
  ).values()
  return normalizedTexts.map((text) => (hasDigit(text) ? claimsWithDigits : claimsWithoutDigits).next().value ?? [])
}

const extractWithReaders = (
  normalizedTexts: readonly string[],
  readers: readonly ClaimReader[],
  context: ClaimContext,
): Claim[][] => {
  const claims = normalizedTexts.map((): Claim[] => [])
  let text = normalizedTexts.join(TEXT_SEPARATOR)
  for (const { reason, precheck, pattern, parse } of readers) {
    if (precheck && !precheck.test(text)) continue
    let [line, lineEnd] = [0, text.indexOf(TEXT_SEPARATOR)]
    text = text.replace(pattern, (matchedText: string, ...replaceArgs: unknown[]) => {
      const offsetIndex = replaceArgs.findIndex((part) => typeof part === 'number')
      const [start, wholeText] = [Number(replaceArgs[offsetIndex]), String(replaceArgs[offsetIndex + 1])]
      for (; lineEnd >= 0 && lineEnd < start; line += 1) lineEnd = wholeText.indexOf(TEXT_SEPARATOR, lineEnd + 1)
      const groups = replaceArgs.slice(0, offsetIndex) as (string | undefined)[]
      const end = start + matchedText.length
      const before = wholeText.slice(Math.max(0, start - CONTEXT_CHARS), start)
      const claim = parse(
        [matchedText, ...groups],
        context,
        before.slice(before.lastIndexOf(TEXT_SEPARATOR) + 1),
        wholeText.slice(end, lineEnd < 0 ? end + CONTEXT_CHARS : Math.min(lineEnd, end + CONTEXT_CHARS)),
      )
      if (claim === null) return matchedText
      claims[line]?.push({ reason, ...claim })
      return MATCHED_PLACEHOLDER
    })
  }
  return claims
}

/** 15 minutes in milliseconds. All time zone offsets are multiples of it. */
const QUARTER_MS = 900_000
const DAY_CACHE = new LRUCache<string, CivilDay>({ max: 1_000 })

/** Returns the calendar day of a moment in a time zone. Cached per 15 minutes, because many messages share one. */
export const toCivilDay = (date: Date, timeZone: string): CivilDay => {
  const key = `${timeZone} ${Math.floor(date.getTime() / QUARTER_MS)}`
  const cachedDay = DAY_CACHE.get(key)
  if (cachedDay) return cachedDay
  const local = new TZDate(date.getTime(), timeZone)
  const day = createCivilDay(local.getFullYear(), local.getMonth(), local.getDate())
  DAY_CACHE.set(key, day)
  return day
}
