import { createHash } from 'node:crypto'

/** Returns the JSON value with sorted keys, so that equal values have the same text. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inside]) => [key, sortKeys(inside)]),
  )
}

/** Returns a digest of a JSON value that does not depend on the order of fields. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('base64url')
