import { type ClassifierModel, loadClassifierModel } from './classifier-model.ts'
import { extractFeatures } from './features.ts'
import { weightByRarity } from './rarity.ts'
import { computeClassScores } from './train-classifier.ts'

/** Probability of each class, by class name. They add up to 1. */
export type ClassProbabilities = Readonly<Record<string, number>>

/** Softmax temperature: a score difference of this size makes one class clearly more probable. */
const SOFTMAX_TEMPERATURE = 0.25

let model: ClassifierModel | null = null

/**
 * Returns the class probabilities of a sentence. `patternIntents`: intents found by patterns. `detectByPatterns`: needed to train the model
 * at first use.
 */
export const classifyLine = (
  normalizedText: string,
  patternIntents: Iterable<string>,
  detectByPatterns: (normalizedText: string) => Iterable<string>,
): ClassProbabilities => {
  model ??= loadClassifierModel(detectByPatterns)
  const { classes, weights, rarity } = model
  const scores = computeClassScores(
    weights,
    classes.length,
    weightByRarity(extractFeatures(normalizedText, patternIntents), rarity),
  )
  const maxScore = Math.max(...scores)
  const exponentials = scores.map((score) => Math.exp((score - maxScore) / SOFTMAX_TEMPERATURE))
  const total = exponentials.reduce((sum, each) => sum + each, 0)
  return Object.fromEntries(classes.map((name, label) => [name, (exponentials[label] ?? 0) / total]))
}
