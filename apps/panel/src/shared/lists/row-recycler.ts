type RowKey = string | number | bigint

/**
 * Creates a function that assigns a list's rows to DOM elements. Reuses elements after a jump to other rows, because creating new ones
 * takes longer than a frame on a slow machine. Never reuses the element of the focused row.
 */
export const createRowRecycler = () => {
  let slots: ReadonlyMap<RowKey, number> = new Map()
  let createdCount = 0
  return (keys: readonly RowKey[], pinnedKey: RowKey): ReadonlyMap<RowKey, number> => {
    const isJump = !keys.some((key) => slots.has(key))
    const freeSlots = isJump ? [...slots].filter(([key]) => key !== pinnedKey).map(([, slot]) => slot) : []
    slots = new Map(keys.map((key, index) => [key, slots.get(key) ?? freeSlots[index] ?? createdCount++]))
    return slots
  }
}
