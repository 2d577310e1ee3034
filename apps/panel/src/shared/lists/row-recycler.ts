type RowKey = string | number | bigint

/**
 * Assigns list rows to the list's elements. After a jump that leaves no row visible, the elements are reused in their order, because
 * creating as many takes longer than a frame on a slow machine. The element of the row `held`, which has the keyboard focus, is never
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
