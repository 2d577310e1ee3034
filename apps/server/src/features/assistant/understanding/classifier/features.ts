import { stripPunctuation } from '../text/normalize-text.ts'
import { isMeaningfulWord } from '../text/vocabulary.ts'
import { readWordGroups } from './word-groups.ts'

/** Number of hash buckets for features. Collisions are rare and cost less than a list of all features. */
export const FEATURE_BUCKETS = 1 << 17
const MIN_SUBWORD_CHARS = 2
const MAX_SUBWORD_CHARS = 5
/** Number of characters used per sentence. Later ones add little. */
const MAX_LINE_CHARS = 220
/** Weight per kind of feature. Parts of words have weight 1. */
const FEATURE_WEIGHTS = {
  word: 2,
  wordPair: 2,
  skipPair: 1,
  wordTriple: 1,
  group: 2,
  groupPair: 1,
  patternIntent: 3,
  question: 2,
  length: 1,
  unknownWords: 3,
} as const

/** Features of a sentence for the classifier: bucket numbers and their weights. */
export interface LineFeatures {
  readonly buckets: Int32Array
  readonly weights: Float32Array
}

/** Maximum of the length feature, log2 of the word count. Sentences with 15 or more words count as equally long. */
const MAX_LENGTH_EXPONENT = 4

/** Steps of the unknown-words feature: up to a third, two thirds, all. */
const UNKNOWN_WORD_STEPS = 3

const HASH_SEED = 0x811c9dc5
const mixHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const hashText = (text: string, kind: number): number => {
  let hash = mixHash(HASH_SEED, kind)
  for (let at = 0; at < text.length; at += 1) hash = mixHash(hash, text.charCodeAt(at))
  return hash
}
const getBucket = (hash: number): number => ((hash ^ (hash >>> 15)) >>> 0) % FEATURE_BUCKETS

/** Kinds of features. The kind is hashed too, so that equal text of two kinds differs. */
const [
  SUBWORD,
  WORD,
  WORD_PAIR,
  WORD_TRIPLE,
  GROUP,
  GROUP_PAIR,
  WORD_WITH_GROUP,
  INTENT,
  QUESTION_MARK,
  SKIP_PAIR,
  LENGTH,
  UNKNOWN_WORDS,
] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

let getWordGroups: ReturnType<typeof readWordGroups> | null = null

/**
 * Returns the features of a sentence: parts of words, words, pairs and triples, groups of similar words, length, unknown words, and intents
 * found by patterns. All digits count as 0.
 */
export const extractFeatures = (normalizedText: string, patternIntents: Iterable<string>): LineFeatures => {
  getWordGroups ??= readWordGroups()
  const words = stripPunctuation(normalizedText).slice(0, MAX_LINE_CHARS).replaceAll(/\d/g, '0').split(' ').filter(Boolean)
  const weightByBucket = new Map<number, number>()
  const add = (hash: number, weight: number) => weightByBucket.set(getBucket(hash), weight)
  const hashes = words.map((word) => hashText(word, WORD))
  const groups = words.map(getWordGroups)
  words.forEach((word, index) => {
    const padded = `^${word}$`
    for (let start = 0; start < padded.length; start += 1) {
      let hash = mixHash(HASH_SEED, SUBWORD)
      for (let end = start; end < Math.min(padded.length, start + MAX_SUBWORD_CHARS); end += 1) {
        hash = mixHash(hash, padded.charCodeAt(end))
        if (end - start + 1 >= MIN_SUBWORD_CHARS) add(hash, 1)
      }
    }
    const [ownHash, previousHash, secondPreviousHash] = [hashes[index] ?? 0, hashes[index - 1] ?? 0, hashes[index - 2] ?? 0]
    add(ownHash, FEATURE_WEIGHTS.word)
    add(mixHash(mixHash(previousHash, WORD_PAIR), ownHash), FEATURE_WEIGHTS.wordPair)
    if (index > 1) {
      add(mixHash(mixHash(mixHash(secondPreviousHash, WORD_TRIPLE), previousHash), ownHash), FEATURE_WEIGHTS.wordTriple)
      add(mixHash(mixHash(secondPreviousHash, SKIP_PAIR), ownHash), FEATURE_WEIGHTS.skipPair)
    }
    if (index === words.length - 1) add(mixHash(mixHash(ownHash, WORD_PAIR), 0), FEATURE_WEIGHTS.wordPair)
    for (const group of groups[index] ?? []) {
      // Includes the ends of a sentence, which often name the addressee.
      add(mixHash(mixHash(previousHash, WORD_WITH_GROUP), group), FEATURE_WEIGHTS.groupPair)
      add(mixHash(mixHash(hashes[index + 1] ?? 0, WORD_WITH_GROUP), ~group), FEATURE_WEIGHTS.groupPair)
    }
  })
  const all = [...new Set(groups.flat())].toSorted((a, b) => a - b)
  all.forEach((group, index) => {
    add(mixHash(mixHash(HASH_SEED, GROUP), group), FEATURE_WEIGHTS.group)
    for (const other of all.slice(index + 1))
      add(mixHash(mixHash(mixHash(HASH_SEED, GROUP_PAIR), group), other), FEATURE_WEIGHTS.groupPair)
  })
  for (const intent of patternIntents) add(hashText(intent, INTENT), FEATURE_WEIGHTS.patternIntent)
  if (normalizedText.endsWith('?')) add(mixHash(HASH_SEED, QUESTION_MARK), FEATURE_WEIGHTS.question)
  add(
    mixHash(mixHash(HASH_SEED, LENGTH), Math.min(MAX_LENGTH_EXPONENT, Math.floor(Math.log2(words.length + 1)))),
    FEATURE_WEIGHTS.length,
  )
  const unknownWordCount = words.filter((word) => !isMeaningfulWord(word)).length
  if (unknownWordCount > 0)
    add(
      mixHash(mixHash(HASH_SEED, UNKNOWN_WORDS), Math.ceil((UNKNOWN_WORD_STEPS * unknownWordCount) / words.length)),
      FEATURE_WEIGHTS.unknownWords,
    )
  return { buckets: Int32Array.from(weightByBucket.keys()), weights: Float32Array.from(weightByBucket.values()) }
}
