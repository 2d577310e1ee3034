import { FEATURE_BUCKETS, type LineFeatures } from './features.ts'

/** Returns the inverse document frequency of each bucket: 0 for features in all examples, higher for rarer ones. */
export const computeRarity = (examples: readonly LineFeatures[]): Float32Array => {
  const exampleCounts = new Uint32Array(FEATURE_BUCKETS)
  for (const { buckets } of examples) for (const bucket of buckets) exampleCounts[bucket] = (exampleCounts[bucket] ?? 0) + 1
  return Float32Array.from(exampleCounts, (times) => Math.log((examples.length + 1) / (times + 1)))
}

/** Multiplies feature weights by their rarity and normalizes the vector to length 1. */
export const weightByRarity = ({ buckets, weights }: LineFeatures, rarity: Float32Array): LineFeatures => {
  const rarityWeights = weights.map((weight, part) => weight * (rarity[buckets[part] ?? 0] ?? 0))
  const length = Math.sqrt(rarityWeights.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return { buckets, weights: rarityWeights.map((weight) => weight / length) }
}
