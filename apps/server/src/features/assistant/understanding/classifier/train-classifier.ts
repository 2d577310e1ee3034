import { FEATURE_BUCKETS, type LineFeatures } from './features.ts'

/** Features of a sentence, and the index of its class. */
export interface TrainingExample {
  readonly features: LineFeatures
  readonly label: number
}

const TRAINING_ROUNDS = 5
/** Regularization: 1/(2·C) with C = 4. */
const REGULARIZATION = 0.125
/** Class size with normal weight. Examples of smaller classes weigh more, those of larger ones less. */
const NORMAL_CLASS_SIZE = 300

/** Shuffles the examples reproducibly. Returns the seed of the next round. */
const shuffle = (order: Uint32Array, seed: number): number => {
  let state = seed
  for (let at = order.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (at + 1)
    const swapped = order[at] ?? 0
    order[at] = order[other] ?? 0
    order[other] = swapped
  }
  return state
}

/**
 * Returns the score of each class; above 0 means that the sentence resembles it. `model` stores the weights of one bucket for all classes
 * together.
 */
export const computeClassScores = (model: Float32Array, classes: number, { buckets, weights }: LineFeatures): Float64Array => {
  const scores = new Float64Array(classes)
  for (let part = 0; part < buckets.length; part += 1) {
    const [row, weight] = [(buckets[part] ?? 0) * classes, weights[part] ?? 0]
    for (let label = 0; label < classes; label += 1) scores[label] = (scores[label] ?? 0) + weight * (model[row + label] ?? 0)
  }
  return scores
}

/**
 * Trains a linear support vector machine per class against all others, by dual coordinate descent (Hsieh et al., 2008, as in LIBLINEAR).
 * Equal examples in equal order give equal weights.
 */
export const trainClassifier = (examples: readonly TrainingExample[], classes: number): Float32Array => {
  const model = new Float32Array(FEATURE_BUCKETS * classes)
  const dualVariables = new Float32Array(examples.length * classes)
  const order = Uint32Array.from(examples, (_, index) => index)
  const weightChanges = new Float64Array(classes)
  const regularization = Float64Array.from({ length: classes }, (_, label) => {
    const count = examples.filter((example) => example.label === label).length
    return REGULARIZATION / Math.sqrt(NORMAL_CLASS_SIZE / Math.max(1, count))
  })
  let seed = 1
  for (let round = 0; round < TRAINING_ROUNDS; round += 1) {
    seed = shuffle(order, seed)
    for (const index of order) {
      const example = examples[index]
      if (!example) continue
      const { buckets, weights } = example.features
      const scores = computeClassScores(model, classes, example.features)
      for (let label = 0; label < classes; label += 1) {
        const sign = label === example.label ? 1 : -1
        const dualIndex = index * classes + label
        const previousDual = dualVariables[dualIndex] ?? 0
        const exampleRegularization = sign > 0 ? (regularization[label] ?? REGULARIZATION) : REGULARIZATION
        const nextDual = Math.max(
          0,
          previousDual - (sign * (scores[label] ?? 0) - 1 + previousDual * exampleRegularization) / (1 + exampleRegularization),
        )
        dualVariables[dualIndex] = nextDual
        weightChanges[label] = (nextDual - previousDual) * sign
      }
      const changedLabels = [...weightChanges.keys()].filter((label) => weightChanges[label] !== 0)
      if (changedLabels.length === 0) continue
      for (let part = 0; part < buckets.length; part += 1) {
        const [row, weight] = [(buckets[part] ?? 0) * classes, weights[part] ?? 0]
        for (const label of changedLabels) model[row + label] = (model[row + label] ?? 0) + weight * (weightChanges[label] ?? 0)
      }
    }
  }
  return model
}
