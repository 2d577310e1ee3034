import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { type CivilDay, civil } from '../../understanding/day.ts'
import type { Claim, ClaimReader, Reading } from './claim.ts'
import { DATA } from './data.ts'
import { DATES } from './dates.ts'
import { BETWEEN } from './plain.ts'
import { SUMS } from './sums.ts'
import { TIMES } from './times.ts'

/** Replaces a claim that was found, so that no later pattern matches across its place. */
const TAKEN = ' ¦ '
/** Number of characters before and after a claim that its reader receives. */
const AROUND = 40

/** Order of the readers: dates, personal numbers, times, amounts. Text that one reader has matched is hidden from later ones. */
const READERS: readonly ClaimReader[] = [...DATES, ...DATA, ...TIMES, ...SUMS]

const WITHOUT_DIGITS = READERS.filter(({ digits }) => !digits)

/**
 * Returns the claims of each normalized text (`toPlain`). Parses all texts in one pass, because running forty patterns on each of two
 * hundred short sentences is slower. Texts without a figure, which are most, skip the patterns that need one.
 */
export const claimsIn = (plain: readonly string[], reading: Reading): Claim[][] => {
  const hasFigure = (text: string) => /\d/.test(text)
  const figures = readAtOnce(plain.filter(hasFigure), READERS, reading).values()
  const words = readAtOnce(
    plain.filter((text) => !hasFigure(text)),
    WITHOUT_DIGITS,
    reading,
  ).values()
  return plain.map((text) => (hasFigure(text) ? figures : words).next().value ?? [])
}

const readAtOnce = (plain: readonly string[], readers: readonly ClaimReader[], reading: Reading): Claim[][] => {
  const claims = plain.map((): Claim[] => [])
  let text = plain.join(BETWEEN)
  for (const { why, needs, pattern, read } of readers) {
    if (needs && !needs.test(text)) continue
    let [line, lineEnd] = [0, text.indexOf(BETWEEN)]
    text = text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.findIndex((part) => typeof part === 'number')
      const [start, whole] = [Number(rest[at]), String(rest[at + 1])]
      for (; lineEnd >= 0 && lineEnd < start; line += 1) lineEnd = whole.indexOf(BETWEEN, lineEnd + 1)
      const groups = rest.slice(0, at) as (string | undefined)[]
      const end = start + found.length
      const before = whole.slice(Math.max(0, start - AROUND), start)
      const claim = read(
        [found, ...groups],
        reading,
        before.slice(before.lastIndexOf(BETWEEN) + 1),
        whole.slice(end, lineEnd < 0 ? end + AROUND : Math.min(lineEnd, end + AROUND)),
      )
      if (claim === null) return found
      claims[line]?.push({ why, ...claim })
      return TAKEN
    })
  }
  return claims
}

/** A quarter of an hour in milliseconds: offsets of time zones are multiples of it. */
const QUARTER_MS = 900_000
const DAYS = new LRUCache<string, CivilDay>({ max: 1_000 })

/** Returns the local day of a moment. Cached per quarter of an hour, because many messages of a conversation share one. */
export const civilDayAt = (at: Date, timeZone: string): CivilDay => {
  const key = `${timeZone} ${Math.floor(at.getTime() / QUARTER_MS)}`
  const known = DAYS.get(key)
  if (known) return known
  const local = new TZDate(at.getTime(), timeZone)
  const day = civil(local.getFullYear(), local.getMonth(), local.getDate())
  DAYS.set(key, day)
  return day
}
