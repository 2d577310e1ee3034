type RowKey = string | number | bigint

/**
 * Creates a function that assigns a list's rows to DOM elements. After a jump to rows that were not visible before, the existing elements
 * are reused, because creating new ones takes longer than a frame on a slow machine. The element of the focused row (`held`) is never
 * reused for another row.
 */
export const createRowRecycler = () => {
  let places: ReadonlyMap<RowKey, number> = new Map()
  let made = 0
  return (keys: readonly RowKey[], held: RowKey): ReadonlyMap<RowKey, number> => {
    const isJump = !keys.some((key) => places.has(key))
    const free = isJump ? [...places].filter(([key]) => key !== held).map(([, place]) => place) : []
    places = new Map(keys.map((key, at) => [key, places.get(key) ?? free[at] ?? made++]))
    return places
  }
}
