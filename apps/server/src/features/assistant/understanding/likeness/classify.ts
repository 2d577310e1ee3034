import { featuresOf } from './features.ts'
import { loadModel, type Model } from './model.ts'
import { weighted } from './rarity.ts'
import { scoresOf } from './train.ts'

/** Probability of each class for a line. They add up to 1. */
export type Shares = Readonly<Record<string, number>>

/** Softmax temperature: the score difference at which one class clearly wins. */
const NEARER = 0.25

let model: Model | null = null

/** Returns the class probabilities of a normalized line. `heard`: the intents that the patterns found. */
export const sharesOf = (folded: string, heard: Iterable<string>, hear: (folded: string) => Iterable<string>): Shares => {
  model ??= loadModel(hear)
  const { classes, weights, rarity } = model
  const scores = scoresOf(weights, classes.length, weighted(featuresOf(folded, heard), rarity))
  const most = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - most) / NEARER))
  const all = raised.reduce((sum, each) => sum + each, 0)
  return Object.fromEntries(classes.map((name, label) => [name, (raised[label] ?? 0) / all]))
}
