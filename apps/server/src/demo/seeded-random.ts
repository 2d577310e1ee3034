import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random number generator that always returns the same sequence for the same seed. */
export interface SeededRandom {
  int(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

export const createSeededRandom = (seed: number): SeededRandom => {
  const generator = xoroshiro128plus(seed)
  const int = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    int,
    pick: (from) => {
      const item = from[int(0, from.length - 1)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    shuffled: (list) => {
      const remaining = [...list]
      return list.map(() => remaining.splice(int(0, remaining.length - 1), 1)).flat()
    },
  }
}

/**
 * Returns a function that returns the items in random order, endlessly. Shuffles each half separately, so that an item is not repeated
 * soon.
 */
export const createShuffledDeck = <T>(random: SeededRandom, items: readonly T[]): (() => T) => {
  let deck: T[] = []
  const half = Math.ceil(items.length / 2)
  return () => {
    if (deck.length === 0) deck = [...random.shuffled(items.slice(0, half)), ...random.shuffled(items.slice(half))]
    const next = deck.pop()
    if (next === undefined) throw new Error('An empty deck')
    return next
  }
}
