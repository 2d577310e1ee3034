import { TZDate } from '@date-fns/tz'
import { LRUCache } from 'lru-cache'
import { type CivilDay, civil } from '../../understanding/day.ts'
import type { Claim, ClaimReader, Reading } from './claim.ts'
import { DATA } from './data.ts'
import { DATES } from './dates.ts'
import { BETWEEN } from './plain.ts'
import { SUMS } from './sums.ts'
import { TIMES } from './times.ts'

/** Stands where a claim was: nothing before it is read together with what comes after. */
const TAKEN = ' ¦ '
/** How much of what stands around a claim its reader gets to see. */
const AROUND = 40

/** Dates before numbers of persons before hours before sums: what one reader has taken no other reads. */
const READERS: readonly ClaimReader[] = [...DATES, ...DATA, ...TIMES, ...SUMS]

const WITHOUT_DIGITS = READERS.filter(({ digits }) => !digits)

/**
 * The claims of each of some plain texts (`toPlain`). All are read at once: to call forty patterns for each of two hundred short sentences
 * took longer than what the patterns do. Those without a figure, which are most, are asked for nothing that has one.
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

/** No time zone is another part of an hour ahead. */
const QUARTER_MS = 900_000
const DAYS = new LRUCache<string, CivilDay>({ max: 1_000 })

/** The civil day of a moment where the tenant is; of the messages of one talk many fall into the same quarter of an hour. */
export const civilDayAt = (at: Date, timeZone: string): CivilDay => {
  const key = `${timeZone} ${Math.floor(at.getTime() / QUARTER_MS)}`
  const known = DAYS.get(key)
  if (known) return known
  const local = new TZDate(at.getTime(), timeZone)
  const day = civil(local.getFullYear(), local.getMonth(), local.getDate())
  DAYS.set(key, day)
  return day
}
