type Key = string | number | bigint

/**
 * Which of the list's elements shows which row. After a jump that leaves none of the rows in sight, the elements of those before
 * are filled anew in their order, for making as many takes longer than a frame on a slow machine. The element of the row `held`
 * by the keyboard never becomes another row's.
 */
export const createPlaces = () => {
  let places: ReadonlyMap<Key, number> = new Map()
  let made = 0
  return (keys: readonly Key[], held: Key): ReadonlyMap<Key, number> => {
    const isJump = !keys.some((key) => places.has(key))
    const free = isJump ? [...places].filter(([key]) => key !== held).map(([, place]) => place) : []
    places = new Map(keys.map((key, at) => [key, places.get(key) ?? free[at] ?? made++]))
    return places
  }
}
