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

/** Returns a digest of a JSON value. The order of object fields does not change the digest. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('base64url')
