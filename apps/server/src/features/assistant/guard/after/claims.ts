import { TZDate } from '@date-fns/tz'
import { type CivilDay, civil } from '../../understanding/civil-day.ts'
import type { Claim, ClaimReader, Reading } from './claim.ts'
import { DATA } from './data.ts'
import { DATES } from './dates.ts'
import { SUMS } from './sums.ts'
import { TIMES } from './times.ts'

/** Stands where a claim was: nothing before it is read together with what comes after. */
const TAKEN = ' ¦ '
/** How much of what stands around a claim its reader gets to see. */
const AROUND = 40

/** Dates before numbers of persons before hours before sums: what one reader has taken no other reads. */
const READERS: readonly ClaimReader[] = [...DATES, ...DATA, ...TIMES, ...SUMS]

const WITHOUT_DIGITS = READERS.filter(({ digits }) => !digits)

/** Every claim of plain text (`toPlain`). */
export const claimsIn = (plain: string, reading: Reading): Claim[] => {
  const claims: Claim[] = []
  let text = plain
  for (const { why, pattern, read } of /\d/.test(plain) ? READERS : WITHOUT_DIGITS)
    text = text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.findIndex((part) => typeof part === 'number')
      const [start, whole] = [Number(rest[at]), String(rest[at + 1])]
      const groups = rest.slice(0, at) as (string | undefined)[]
      const end = start + found.length
      const claim = read(
        [found, ...groups],
        reading,
        whole.slice(Math.max(0, start - AROUND), start),
        whole.slice(end, end + AROUND),
      )
      if (claim === null) return found
      claims.push({ why, ...claim })
      return TAKEN
    })
  return claims
}

/** The civil day of a moment where the tenant is. */
export const civilDayAt = (at: Date, timeZone: string): CivilDay => {
  const local = new TZDate(at.getTime(), timeZone)
  return civil(local.getFullYear(), local.getMonth(), local.getDate())
}
