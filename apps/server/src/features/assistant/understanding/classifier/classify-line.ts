import { type ClassifierModel, loadClassifierModel } from './classifier-model.ts'
import { extractFeatures } from './features.ts'
import { weightByRarity } from './rarity.ts'
import { computeClassScores } from './train-classifier.ts'

/** Probability of each class for a sentence, by class name. The probabilities add up to 1. */
export type ClassProbabilities = Readonly<Record<string, number>>

/** Softmax temperature: a score difference of this size makes one class clearly more probable. */
const SOFTMAX_TEMPERATURE = 0.25

let model: ClassifierModel | null = null

/**
 * Returns the class probabilities of a normalized sentence. `heard`: intents that the patterns found in it. `hear`: detects intents by
 * patterns; it is needed to train the model.
 */
export const classifyLine = (
  folded: string,
  heard: Iterable<string>,
  hear: (folded: string) => Iterable<string>,
): ClassProbabilities => {
  model ??= loadClassifierModel(hear)
  const { classes, weights, rarity } = model
  const scores = computeClassScores(weights, classes.length, weightByRarity(extractFeatures(folded, heard), rarity))
  const most = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - most) / SOFTMAX_TEMPERATURE))
  const all = raised.reduce((sum, each) => sum + each, 0)
  return Object.fromEntries(classes.map((name, label) => [name, (raised[label] ?? 0) / all]))
}
