import { bare } from '../fold.ts'
import { isWord } from '../known-words.ts'
import { readWordGroups } from './word-groups.ts'

/** Number of hash buckets for features. Collisions are rare, and cheaper than a list of all features. */
export const PLACES = 1 << 17
const SHORTEST = 2
const LONGEST = 5
/** Maximum number of characters of a line that are used. Later ones add little. */
const MOST_CHARS = 220
/** Weight of each kind of feature, relative to 1 for a piece of a word. */
const COUNTS = { word: 2, two: 2, apart: 1, three: 1, group: 2, pair: 1, heard: 3, question: 2, length: 1, unread: 3 } as const

/** Features of a line: bucket numbers and weights. */
export interface Features {
  readonly places: Int32Array
  readonly weights: Float32Array
}

/** Maximum exponent of the length feature: lines of 15 words or more count as equally long. */
const MOST_DOUBLINGS = 4

/** Number of steps for the share of unknown words in a line: a third, two thirds, all. */
const UNREAD_STEPS = 3

const SEED = 0x811c9dc5
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const hashOf = (text: string, kind: number): number => {
  let hash = mix(SEED, kind)
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at))
  return hash
}
const placeOf = (hash: number): number => ((hash ^ (hash >>> 15)) >>> 0) % PLACES

/** Kinds of features. The kind is part of the hash, so equal letters of different kinds differ. */
const [PIECE, WORD, TWO, THREE, GROUP, PAIR, BESIDE, INTENT, ASKS, APART, LENGTH, UNREAD] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const

let groupsOf: ReturnType<typeof readWordGroups> | null = null

/**
 * Returns the features of a normalized line, with all digits as 0: pieces of two to five letters, words, pairs and triples of words, two
 * words around a third, word groups, pairs of groups, a word beside a group, the length, the share of unknown words, and the intents that
 * the patterns found.
 */
export const featuresOf = (folded: string, heard: Iterable<string>): Features => {
  groupsOf ??= readWordGroups()
  const words = bare(folded).slice(0, MOST_CHARS).replaceAll(/\d/g, '0').split(' ').filter(Boolean)
  const parts = new Map<number, number>()
  const add = (hash: number, weight: number) => parts.set(placeOf(hash), weight)
  const hashes = words.map((word) => hashOf(word, WORD))
  const groups = words.map(groupsOf)
  words.forEach((word, at) => {
    const padded = `^${word}$`
    for (let start = 0; start < padded.length; start += 1) {
      let hash = mix(SEED, PIECE)
      for (let end = start; end < Math.min(padded.length, start + LONGEST); end += 1) {
        hash = mix(hash, padded.charCodeAt(end))
        if (end - start + 1 >= SHORTEST) add(hash, 1)
      }
    }
    const [own, before, first] = [hashes[at] ?? 0, hashes[at - 1] ?? 0, hashes[at - 2] ?? 0]
    add(own, COUNTS.word)
    add(mix(mix(before, TWO), own), COUNTS.two)
    if (at > 1) {
      add(mix(mix(mix(first, THREE), before), own), COUNTS.three)
      add(mix(mix(first, APART), own), COUNTS.apart)
    }
    if (at === words.length - 1) add(mix(mix(own, TWO), 0), COUNTS.two)
    for (const group of groups[at] ?? []) {
      // Also at the ends of a line, where the addressee is often named.
      add(mix(mix(before, BESIDE), group), COUNTS.pair)
      add(mix(mix(hashes[at + 1] ?? 0, BESIDE), ~group), COUNTS.pair)
    }
  })
  const all = [...new Set(groups.flat())].toSorted((a, b) => a - b)
  all.forEach((group, at) => {
    add(mix(mix(SEED, GROUP), group), COUNTS.group)
    for (const other of all.slice(at + 1)) add(mix(mix(mix(SEED, PAIR), group), other), COUNTS.pair)
  })
  for (const intent of heard) add(hashOf(intent, INTENT), COUNTS.heard)
  if (folded.endsWith('?')) add(mix(SEED, ASKS), COUNTS.question)
  add(mix(mix(SEED, LENGTH), Math.min(MOST_DOUBLINGS, Math.floor(Math.log2(words.length + 1)))), COUNTS.length)
  const unread = words.filter((word) => !isWord(word)).length
  if (unread > 0) add(mix(mix(SEED, UNREAD), Math.ceil((UNREAD_STEPS * unread) / words.length)), COUNTS.unread)
  return { places: Int32Array.from(parts.keys()), weights: Float32Array.from(parts.values()) }
}
