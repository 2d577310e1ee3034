import { FEATURE_BUCKETS, type LineFeatures } from './features.ts'

/**
 * Returns the inverse document frequency of each feature bucket: 0 for a feature in all examples, higher for a rarer one. Rare features are
 * more informative.
 */
export const computeRarity = (examples: readonly LineFeatures[]): Float32Array => {
  const found = new Uint32Array(FEATURE_BUCKETS)
  for (const { places } of examples) for (const place of places) found[place] = (found[place] ?? 0) + 1
  return Float32Array.from(found, (times) => Math.log((examples.length + 1) / (times + 1)))
}

/** Multiplies the weights of features by their rarity and normalizes the vector to length 1. */
export const weightByRarity = ({ places, weights }: LineFeatures, rarity: Float32Array): LineFeatures => {
  const rare = weights.map((weight, part) => weight * (rarity[places[part] ?? 0] ?? 0))
  const length = Math.sqrt(rare.reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return { places, weights: rare.map((weight) => weight / length) }
}
