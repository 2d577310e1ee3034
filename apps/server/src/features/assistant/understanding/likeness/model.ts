import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fold } from '../fold.ts'
import { featuresOf, PLACES } from './features.ts'
import { rarityIn, weighted } from './rarity.ts'
import { train } from './train.ts'

/** Example sentences, one file per class and one sentence per line. */
const EXAMPLES = new URL('../examples/', import.meta.url)
const KEPT_IN = new URL('../../../../../../../node_modules/.cache/prosa-likeness/', import.meta.url)
/** Files that affect the features. Their hash is part of the cache key, so no version number is needed. */
const MADE_BY = ['../', '../words/', '../patterns/', './'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => /(?<!\.test)\.(?:ts|txt|json)$/.test(file))
    .toSorted()
    .map((file) => new URL(folder + file, import.meta.url)),
)

/** A trained model. `classes`: names of the example files, in order. */
export interface Model {
  readonly classes: readonly string[]
  readonly weights: Float32Array
  readonly rarity: Float32Array
}

/** Returns the intents that the patterns find in a normalized line. */
type Hear = (folded: string) => Iterable<string>

const linesOf = (file: string): string[] => [
  ...new Set(
    readFileSync(new URL(file, EXAMPLES), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

const readKept = (file: URL, length: number): Float32Array | null => {
  try {
    const bytes = readFileSync(file)
    return bytes.byteLength === length * 4
      ? new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length * 4))
      : null
  } catch {
    return null
  }
}

/** Caches a model on disk in place of older ones. Ignores a folder that cannot be written. */
const keep = (file: URL, { weights, rarity }: Model): void => {
  const partly = new URL(`${file.href}.${process.pid}.${performance.now()}`)
  try {
    rmSync(KEPT_IN, { recursive: true, force: true })
    mkdirSync(KEPT_IN, { recursive: true })
    writeFileSync(partly, Buffer.concat([new Uint8Array(weights.buffer), new Uint8Array(rarity.buffer)]))
    renameSync(partly, file)
  } catch {
    // The next process trains it again, which takes a few seconds.
  }
}

/** Returns the model of the current examples, from the cache or newly trained, which takes a few seconds. */
export const loadModel = (hear: Hear): Model => {
  const files = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.txt'))
    .toSorted()
  const classes = files.map((file) => file.slice(0, -'.txt'.length))
  const hash = createHash('sha256')
  for (const url of [...MADE_BY, ...files.map((file) => new URL(file, EXAMPLES))]) hash.update(readFileSync(fileURLToPath(url)))
  const kept = new URL(`${hash.digest('hex').slice(0, 32)}.f32`, KEPT_IN)
  const size = PLACES * classes.length
  const known = readKept(kept, size + PLACES)
  if (known) return { classes, weights: known.subarray(0, size), rarity: known.subarray(size) }
  const examples = files.flatMap((file, label) =>
    linesOf(file).map((line) => {
      const folded = fold(line)
      return { features: featuresOf(folded, hear(folded)), label }
    }),
  )
  const rarity = rarityIn(examples.map(({ features }) => features))
  const weights = train(
    examples.map(({ features, label }) => ({ features: weighted(features, rarity), label })),
    classes.length,
  )
  const model = { classes, weights, rarity }
  keep(kept, model)
  return model
}
