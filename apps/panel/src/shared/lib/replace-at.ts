/** Returns a copy of a list with another value at one place. */
export const replaceAt = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((item, place) => (place === at ? value : item))

/** Returns a copy of a list without the value at one place. */
export const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_item, place) => place !== at)
