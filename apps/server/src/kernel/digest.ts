import { createHash } from 'node:crypto'

/** Returns the JSON value with sorted keys, so that equal values have the same text. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inside]) => [key, canonical(inside)]),
  )
}

/** Returns a digest of a JSON value that does not depend on the order of fields. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url')
