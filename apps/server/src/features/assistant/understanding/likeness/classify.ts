import { featuresOf } from './features.ts'
import { loadModel, type Model } from './model.ts'
import { weighted } from './rarity.ts'
import { scoresOf } from './train.ts'

/** How a line falls to the classes of examples: shares that are 1 together. */
export type Shares = Readonly<Record<string, number>>

/** How much nearer a line must be to one class than to another to fall to it alone. */
const NEARER = 0.25

let model: Model | null = null

/** What a folded line, in which the patterns heard `heard`, is like. */
export const sharesOf = (folded: string, heard: Iterable<string>, hear: (folded: string) => Iterable<string>): Shares => {
  model ??= loadModel(hear)
  const { classes, weights, rarity } = model
  const scores = scoresOf(weights, classes.length, weighted(featuresOf(folded, heard), rarity))
  const most = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - most) / NEARER))
  const all = raised.reduce((sum, each) => sum + each, 0)
  return Object.fromEntries(classes.map((name, label) => [name, (raised[label] ?? 0) / all]))
}
