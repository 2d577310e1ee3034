/** People a day by Meta's word for it, a number or a tier; null: no limit, or none that is known. */
export function readLimit(said: string): number | null {
  const [, digits, thousands] = /^(?:TIER_)?(\d+)(K?)$/i.exec(said) ?? []
  const people = digits ? Number(digits) * (thousands ? 1_000 : 1) : null
  return people !== null && people <= MOST ? people : null
}

/** More people than the database counts, and than there are. */
const MOST = 2_147_483_647

/** From here on a number is nearly at its limit. */
const NEARLY = 0.8

export const isNearly = (used: number, limit: number | null): boolean => limit !== null && used >= limit * NEARLY
