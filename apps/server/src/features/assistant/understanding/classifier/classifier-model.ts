import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { normalizeText } from '../text/normalize-text.ts'
import { extractFeatures, FEATURE_BUCKETS } from './features.ts'
import { computeRarity, weightByRarity } from './rarity.ts'
import { trainClassifier } from './train-classifier.ts'

/** Folder of training sentences: one file per class, one sentence per line. */
const EXAMPLES = new URL('../examples/', import.meta.url)
const CACHE_FOLDER = new URL('../../../../../../../node_modules/.cache/prosa-likeness/', import.meta.url)
/** Files that affect the features of sentences. They are hashed into the cache key, so that a change retrains the model. */
const CACHE_KEY_FILES = [
  '../',
  '../text/',
  '../text/words/',
  '../intents/',
  '../dates/',
  '../values/',
  '../patterns/',
  './',
].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => /(?<!\.test)\.(?:ts|txt|json)$/.test(file))
    .toSorted()
    .map((file) => new URL(folder + file, import.meta.url)),
)

/**
 * A trained classifier. `classes`: names of the example files, in the order of the weights. `rarity`: inverse document frequency per
 * feature bucket.
 */
export interface ClassifierModel {
  readonly classes: readonly string[]
  readonly weights: Float32Array
  readonly rarity: Float32Array
}

/** Detects intents in a normalized sentence by patterns, without the classifier. */
type DetectIntents = (normalizedText: string) => Iterable<string>

const readExamples = (file: string): string[] => [
  ...new Set(
    readFileSync(new URL(file, EXAMPLES), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const readCachedArray = (file: URL, length: number): Float32Array | null => {
  try {
    const bytes = readFileSync(file)
    return bytes.byteLength === length * 4
      ? new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length * 4))
      : null
  } catch {
    return null
  }
}

/** Replaces the cached models with this one. Does nothing if the cache folder is not writable. */
const cacheModel = (file: URL, { weights, rarity }: ClassifierModel): void => {
  const temporaryFile = new URL(`${file.href}.${process.pid}.${performance.now()}`)
  try {
    rmSync(CACHE_FOLDER, { recursive: true, force: true })
    mkdirSync(CACHE_FOLDER, { recursive: true })
    writeFileSync(temporaryFile, Buffer.concat([new Uint8Array(weights.buffer), new Uint8Array(rarity.buffer)]))
    renameSync(temporaryFile, file)
  } catch {
    // Without the cache, the next process trains again, which takes a few seconds.
  }
}

/** Loads the classifier from the cache, or trains it in a few seconds. */
export const loadClassifierModel = (detectByPatterns: DetectIntents): ClassifierModel => {
  const files = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
  const classes = files.map((file) => file.slice(0, -'.txt'.length))
  const hash = createHash('sha256')
  for (const url of [...CACHE_KEY_FILES, ...files.map((file) => new URL(file, EXAMPLES))])
    hash.update(readFileSync(fileURLToPath(url)))
  const cacheFile = new URL(`${hash.digest('hex').slice(0, 32)}.f32`, CACHE_FOLDER)
  const size = FEATURE_BUCKETS * classes.length
  const cachedValues = readCachedArray(cacheFile, size + FEATURE_BUCKETS)
  if (cachedValues) return { classes, weights: cachedValues.subarray(0, size), rarity: cachedValues.subarray(size) }
  const examples = files.flatMap((file, label) =>
    readExamples(file).map((line) => {
      const normalizedText = normalizeText(line)
      return { features: extractFeatures(normalizedText, detectByPatterns(normalizedText)), label }
    }),
  )
  const rarity = computeRarity(examples.map(({ features }) => features))
  const weights = trainClassifier(
    examples.map(({ features, label }) => ({ features: weightByRarity(features, rarity), label })),
    classes.length,
  )
  const model = { classes, weights, rarity }
  cacheModel(cacheFile, model)
  return model
}
