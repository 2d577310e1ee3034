/**
 * Parses Meta's messaging limit, a number or a tier such as TIER_1K, as people per day. Returns null if there is no limit or the text is
 * unknown.
 */
export function parseMessagingLimit(limitText: string): number | null {
  const [, digits, thousands] = /^(?:TIER_)?(\d+)(K?)$/i.exec(limitText) ?? []
  const people = digits ? Number(digits) * (thousands ? 1_000 : 1) : null
  return people !== null && people <= MAX_INTEGER ? people : null
}

/** Largest value of the database's integer type. */
const MAX_INTEGER = 2_147_483_647

/** Share of the messaging limit from which a WhatsApp number counts as near its limit. */
const NEAR_LIMIT_RATIO = 0.8

export const isNearLimit = (used: number, limit: number | null): boolean => limit !== null && used >= limit * NEAR_LIMIT_RATIO
