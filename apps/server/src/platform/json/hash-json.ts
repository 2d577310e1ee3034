import { createHash } from 'node:crypto'

/** Returns a JSON value with sorted object keys, so that equal values are serialized to the same text. */
const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sortKeys(child)]),
  )
}

/** Returns a hash of a JSON value that does not depend on the order of object fields. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('base64url')
