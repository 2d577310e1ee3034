/** Returns a copy of a list in which the item at `index` is replaced. */
export const replaceAt = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((item, position) => (position === index ? value : item))

/** Returns a copy of a list without the item at `index`. */
export const removeAt = <T>(list: readonly T[], index: number): T[] => list.filter((_item, position) => position !== index)
