import { bare } from '../fold.ts'
import { isWord } from '../known-words.ts'
import { readWordGroups } from './word-groups.ts'

/** Places that the parts of a text fall into; a few parts share one, which costs less than a list of all of them. */
export const PLACES = 1 << 17
const SHORTEST = 2
const LONGEST = 5
/** What comes after so many letters of a line adds little to what it is like. */
const MOST_CHARS = 220
/** How much each kind of part counts beside a piece of a word, which counts 1. */
const COUNTS = { word: 2, two: 2, apart: 1, three: 1, group: 2, pair: 1, heard: 3, question: 2, length: 1, unread: 3 } as const

/** A line as numbers: the places of its parts, and how much each counts. */
export interface Features {
  readonly places: Int32Array
  readonly weights: Float32Array
}

/** From 15 words on a line is a long one. */
const MOST_DOUBLINGS = 4

/** Words that are none, of the language or a name: a third of a line, two thirds, all. */
const UNREAD_STEPS = 3

const SEED = 0x811c9dc5
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)
const hashOf = (text: string, kind: number): number => {
  let hash = mix(SEED, kind)
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at))
  return hash
}
const placeOf = (hash: number): number => ((hash ^ (hash >>> 15)) >>> 0) % PLACES

/** Kinds of parts; the same letters are another part as another kind. */
const [PIECE, WORD, TWO, THREE, GROUP, PAIR, BESIDE, INTENT, ASKS, APART, LENGTH, UNREAD] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const

let groupsOf: ReturnType<typeof readWordGroups> | null = null

/**
 * What a folded line is made of, any figure standing for all: pieces of two to five letters inside its words, the words, two and three of them
 * in a row, two around a third, the groups that words belong to, each two groups together, a word beside a group, about how many words there
 * are, how many of them are no words of the language, and what the patterns heard in it.
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
      // At either end of a line as well: who is spoken to stands there.
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
