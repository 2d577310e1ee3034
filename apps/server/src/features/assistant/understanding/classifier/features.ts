import { stripPunctuation } from '../text/normalize-text.ts'
import { isMeaningfulWord } from '../text/vocabulary.ts'
import { readWordGroups } from './word-groups.ts'

/** Number of hash buckets for the features of sentences. Collisions are rare and cost less than a list of all features. */
export const FEATURE_BUCKETS = 1 << 17
const MIN_PIECE_CHARS = 2
const MAX_PIECE_CHARS = 5
/** Maximum number of characters of a sentence that are used. Later characters add little. */
const MAX_LINE_CHARS = 220
/** Weight of each kind of feature. A piece of a word has weight 1. */
const FEATURE_WEIGHTS = {
  word: 2,
  two: 2,
  apart: 1,
  three: 1,
  group: 2,
  pair: 1,
  heard: 3,
  question: 2,
  length: 1,
  unread: 3,
} as const

/** Features of a sentence for the classifier: numbers of hash buckets (`places`) and their weights. */
export interface LineFeatures {
  readonly places: Int32Array
  readonly weights: Float32Array
}

/** Maximum value of the length feature, the logarithm to base 2 of the word count: sentences of 15 or more words count as equally long. */
const MAX_LENGTH_EXPONENT = 4

/** Number of steps in which the fraction of unknown words in a sentence is measured: up to a third, two thirds, all. */
const UNKNOWN_WORD_STEPS = 3

const HASH_SEED = 0x811c9dc5
const mixHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const hashText = (text: string, kind: number): number => {
  let hash = mixHash(HASH_SEED, kind)
  for (let at = 0; at < text.length; at += 1) hash = mixHash(hash, text.charCodeAt(at))
  return hash
}
const getBucket = (hash: number): number => ((hash ^ (hash >>> 15)) >>> 0) % FEATURE_BUCKETS

/** Kinds of features. The kind is part of a feature's hash, so that equal letters of different kinds have different hashes. */
const [PIECE, WORD, TWO, THREE, GROUP, PAIR, BESIDE, INTENT, ASKS, APART, LENGTH, UNREAD] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const

let getWordGroups: ReturnType<typeof readWordGroups> | null = null

/**
 * Returns the features of a normalized sentence, with every digit as 0: pieces of words, words, pairs and triples of words, groups of
 * similar words, the length, and the fraction of unknown words. `heard`: the intents that the patterns found; they are features too.
 */
export const extractFeatures = (folded: string, heard: Iterable<string>): LineFeatures => {
  getWordGroups ??= readWordGroups()
  const words = stripPunctuation(folded).slice(0, MAX_LINE_CHARS).replaceAll(/\d/g, '0').split(' ').filter(Boolean)
  const parts = new Map<number, number>()
  const add = (hash: number, weight: number) => parts.set(getBucket(hash), weight)
  const hashes = words.map((word) => hashText(word, WORD))
  const groups = words.map(getWordGroups)
  words.forEach((word, at) => {
    const padded = `^${word}$`
    for (let start = 0; start < padded.length; start += 1) {
      let hash = mixHash(HASH_SEED, PIECE)
      for (let end = start; end < Math.min(padded.length, start + MAX_PIECE_CHARS); end += 1) {
        hash = mixHash(hash, padded.charCodeAt(end))
        if (end - start + 1 >= MIN_PIECE_CHARS) add(hash, 1)
      }
    }
    const [own, before, first] = [hashes[at] ?? 0, hashes[at - 1] ?? 0, hashes[at - 2] ?? 0]
    add(own, FEATURE_WEIGHTS.word)
    add(mixHash(mixHash(before, TWO), own), FEATURE_WEIGHTS.two)
    if (at > 1) {
      add(mixHash(mixHash(mixHash(first, THREE), before), own), FEATURE_WEIGHTS.three)
      add(mixHash(mixHash(first, APART), own), FEATURE_WEIGHTS.apart)
    }
    if (at === words.length - 1) add(mixHash(mixHash(own, TWO), 0), FEATURE_WEIGHTS.two)
    for (const group of groups[at] ?? []) {
      // Also includes the ends of a sentence, where the addressee is often named.
      add(mixHash(mixHash(before, BESIDE), group), FEATURE_WEIGHTS.pair)
      add(mixHash(mixHash(hashes[at + 1] ?? 0, BESIDE), ~group), FEATURE_WEIGHTS.pair)
    }
  })
  const all = [...new Set(groups.flat())].toSorted((a, b) => a - b)
  all.forEach((group, at) => {
    add(mixHash(mixHash(HASH_SEED, GROUP), group), FEATURE_WEIGHTS.group)
    for (const other of all.slice(at + 1)) add(mixHash(mixHash(mixHash(HASH_SEED, PAIR), group), other), FEATURE_WEIGHTS.pair)
  })
  for (const intent of heard) add(hashText(intent, INTENT), FEATURE_WEIGHTS.heard)
  if (folded.endsWith('?')) add(mixHash(HASH_SEED, ASKS), FEATURE_WEIGHTS.question)
  add(
    mixHash(mixHash(HASH_SEED, LENGTH), Math.min(MAX_LENGTH_EXPONENT, Math.floor(Math.log2(words.length + 1)))),
    FEATURE_WEIGHTS.length,
  )
  const unread = words.filter((word) => !isMeaningfulWord(word)).length
  if (unread > 0)
    add(mixHash(mixHash(HASH_SEED, UNREAD), Math.ceil((UNKNOWN_WORD_STEPS * unread) / words.length)), FEATURE_WEIGHTS.unread)
  return { places: Int32Array.from(parts.keys()), weights: Float32Array.from(parts.values()) }
}
