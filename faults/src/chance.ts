import { type Random, seededRandom } from '../../apps/server/src/demo/random.ts'

/** Chance that a seed repeats. */
export interface Chance extends Random {
  /** True in `percent` of the cases. */
  happens(percent: number): boolean
}

/** Each part of a scenario has a stream of its own, so that what one draws does not shift another's. */
export function chanceOf(seed: number, stream: string): Chance {
  const mixed = [...stream].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed | 0)
  const random = seededRandom(mixed)
  return { ...random, happens: (percent) => random.int(1, 10_000) <= percent * 100 }
}
