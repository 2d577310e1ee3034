/** Returns a copy of a list in which the item at index `at` is replaced. */
export const replaceAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((item, place) => (place === at ? value : item))

/** Returns a copy of a list without the item at index `at`. */
export const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_item, place) => place !== at)
