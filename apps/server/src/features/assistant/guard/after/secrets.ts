import { LRUCache } from 'lru-cache'

/** Texts that must not reach a lead. */
export interface Secrets {
  /** The server's rules in the prompt. */
  readonly rules: string
  /** Instructions by staff. Parts may be repeated, but not the whole. */
  readonly brief: string
  readonly toolNames: readonly string[]
}

/** Matches a long run of characters that may be encoded text. The lookbehind starts a match only at the run's beginning. */
const ENCODED_TEXT = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{60}/

/** Number of equal words in a row that counts as a leak rather than chance. */
const MIN_LEAKED_WORDS = 9

const ACCENTS = /[\u0300-\u036f]+/g
/** Matches non-ASCII characters. There are few, so only these are tested with Unicode classes. */
const NON_ASCII = /[^\0-\x7f]+/g
const HIDDEN_CHARACTERS = /[\p{M}\p{Cf}]/gu
const SIGNS = /[^\p{L}\p{N}]/gu

const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(NON_ASCII, (others) => others.replace(HIDDEN_CHARACTERS, '').replace(SIGNS, ' '))
    .toLowerCase()
    .match(/[a-z\d\u0080-\uffff]+/g) ?? []

/** Rules and instructions are the same in each turn of an agent. */
const WORD_POSITION_CACHE = new LRUCache<string, ReadonlyMap<string, readonly number[]>>({ max: 100 })

/** Returns the positions of each word of a secret text, last position first. */
const getWordPositions = (text: string): ReadonlyMap<string, readonly number[]> => {
  const known = WORD_POSITION_CACHE.get(text)
  if (known) return known
  const words = splitWords(text)
  const places = Map.groupBy([...words.keys()].reverse(), (at) => words[at] ?? '')
  WORD_POSITION_CACHE.set(text, places)
  return places
}

/**
 * Returns true if both texts share a run of `length` words. Tracks for each word the length of the run that ends at each of its positions
 * in the secret text.
 */
const sharesWordRun = (said: readonly string[], kept: string, length: number): boolean => {
  const places = getWordPositions(kept)
  // Length of the run before each position, and the index of the word with which it ended.
  const runs = new Uint32Array(kept.length + 1)
  const endedAt = new Uint32Array(kept.length + 1)
  return said.some((word, index) =>
    // In descending order, because the entry of the previous position must still be that of the previous word.
    places.get(word)?.some((place) => {
      const run = endedAt[place] === index ? (runs[place] ?? 0) + 1 : 1
      runs[place + 1] = run
      endedAt[place + 1] = index + 1
      return run >= length
    }),
  )
}

/** Returns true if a text reveals the prompt or tools, or contains encoded text that cannot be checked. */
export const revealsSecret = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const said = splitWords(text)
  return (
    ENCODED_TEXT.test(text) ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    sharesWordRun(said, rules, MIN_LEAKED_WORDS) ||
    sharesWordRun(said, brief, MIN_LEAKED_WORDS * 4)
  )
}
