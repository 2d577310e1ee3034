/**
 * Maximum number of items in all lists of a webhook, including nested lists. Meta sends up to a thousand messages at once, each with a few
 * short lists.
 */
export const MAX_WEBHOOK_ITEMS = 10_000
/**
 * Maximum number of JSON values in a webhook. A phone's history has several thousand messages of about ten values each. It does not count
 * towards MAX_WEBHOOK_ITEMS, because it is parsed step by step.
 */
const MAX_WEBHOOK_VALUES = 250_000

/**
 * Whether a JSON text contains more than `max` values, by counting its commas. Runs before parsing: parsing 1.5 million values in three
 * megabytes would block the process for seconds.
 */
export function hasTooManyValues(json: string, max = MAX_WEBHOOK_VALUES): boolean {
  let count = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const char = json[index]
    if (isInText) {
      if (char === '\\') index++
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === ',' && ++count >= max) return true
  }
  return false
}

/**
 * Counts the items of all arrays in a JSON value, including nested arrays. Stops counting above `max`. Recursive, so the caller must limit
 * the depth first.
 */
export function countItems(value: unknown, max = MAX_WEBHOOK_ITEMS): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const child of Object.values(value)) {
    if (count > max) return count
    count += countItems(child, max - count)
  }
  return count
}
