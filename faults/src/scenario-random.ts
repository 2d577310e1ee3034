import { createSeededRandom, type SeededRandom } from '../../apps/server/src/demo/seeded-random.ts'

/** A reproducible random generator. */
export interface ScenarioRandom extends SeededRandom {
  /** Returns true with a probability of `percent`. */
  happens(percent: number): boolean
}

/** Creates a generator for one part of a scenario, so that its draws do not affect other parts. */
export function createScenarioRandom(seed: number, stream: string): ScenarioRandom {
  const mixed = [...stream].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, seed | 0)
  const random = createSeededRandom(mixed)
  return { ...random, happens: (percent) => random.int(1, 10_000) <= percent * 100 }
}
