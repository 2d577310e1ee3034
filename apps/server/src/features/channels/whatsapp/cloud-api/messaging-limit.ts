/**
 * Parses Meta's messaging limit (people per day), a number or a tier such as TIER_1K. Returns null if the number is unlimited or the text
 * is unknown.
 */
export function parseMessagingLimit(limitText: string): number | null {
  const [, digits, thousands] = /^(?:TIER_)?(\d+)(K?)$/i.exec(limitText) ?? []
  const people = digits ? Number(digits) * (thousands ? 1_000 : 1) : null
  return people !== null && people <= MAX_INTEGER ? people : null
}

/** Largest value of the database's integer type. */
const MAX_INTEGER = 2_147_483_647

/** Fraction of the messaging limit at which users are warned. */
const NEAR_LIMIT_RATIO = 0.8

export const isNearLimit = (used: number, limit: number | null): boolean => limit !== null && used >= limit * NEAR_LIMIT_RATIO
