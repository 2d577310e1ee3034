/**
 * Maximum number of items of all lists of a webhook, at any depth. Meta sends up to a thousand messages or statuses at once, each with a
 * few lists of one or two items.
 */
export const MAX_WEBHOOK_ITEMS = 10_000
/**
 * Maximum number of values of a webhook's JSON. A phone's history has several thousand messages of about ten values each, and an address
 * book as many contacts; neither is counted as items, because it is parsed step by step.
 */
const MAX_WEBHOOK_VALUES = 250_000

/**
 * Returns whether JSON has more values than a webhook of Meta, by its commas. Three megabytes of `[0,0,…` have 1.5 million: parsing and
 * validating each of them would block the process for many seconds.
 */
export function hasTooManyValues(json: string, most = MAX_WEBHOOK_VALUES): boolean {
  let count = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (isInText) {
      if (char === '\\') at++
      else if (char === '"') isInText = false
    } else if (char === '"') isInText = true
    else if (char === ',' && ++count >= most) return true
  }
  return false
}

/** Counts the items of all arrays in a JSON value, nested ones too. Stops above `most`. Recursive, so the caller limits the depth first. */
export function countItems(value: unknown, most = MAX_WEBHOOK_ITEMS): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = Array.isArray(value) ? value.length : 0
  for (const inside of Object.values(value)) {
    if (count > most) return count
    count += countItems(inside, most - count)
  }
  return count
}
