import { LRUCache } from 'lru-cache'

/** Parts of the prompt that a reply must not reveal. */
export interface Secrets {
  /** The server's own rules. */
  readonly rules: string
  /** Persona and instructions of the team. A reply may repeat short parts but no long passage. */
  readonly brief: string
  readonly toolNames: readonly string[]
}

/**
 * Matches 60 or more characters that may be encoded text (base64, hex). For speed, the lookbehind allows a match only at the beginning of a
 * run.
 */
const ENCODED_TEXT = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{60}/

/** Number of equal words in a row that counts as a leak. */
const MIN_LEAKED_WORDS = 9

const ACCENTS = /[\u0300-\u036f]+/g
/** Matches non-ASCII characters. For speed, only these are tested with Unicode classes. */
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

/** Caches word positions, because rules and instructions repeat in each turn. */
const WORD_POSITION_CACHE = new LRUCache<string, ReadonlyMap<string, readonly number[]>>({ max: 100 })

/** Returns the positions (word indexes) of each word in descending order. */
const getWordPositions = (text: string): ReadonlyMap<string, readonly number[]> => {
  const cachedPositions = WORD_POSITION_CACHE.get(text)
  if (cachedPositions) return cachedPositions
  const words = splitWords(text)
  const positions = Map.groupBy([...words.keys()].reverse(), (at) => words[at] ?? '')
  WORD_POSITION_CACHE.set(text, positions)
  return positions
}

/**
 * Returns true if both texts share a run of `length` words. For each word of the reply, stores the length of the run that ends at each
 * position in the secret text.
 */
const sharesWordRun = (replyWords: readonly string[], secretText: string, length: number): boolean => {
  const positionsByWord = getWordPositions(secretText)
  // `runs`: length of the run before each position of the secret text. `endedAt`: index (from 1) of the reply word that ended it.
  const runs = new Uint32Array(secretText.length + 1)
  const endedAt = new Uint32Array(secretText.length + 1)
  return replyWords.some((word, index) =>
    // Descending order is required: the entry of the previous position must still belong to the previous word.
    positionsByWord.get(word)?.some((position) => {
      const run = endedAt[position] === index ? (runs[position] ?? 0) + 1 : 1
      runs[position + 1] = run
      endedAt[position + 1] = index + 1
      return run >= length
    }),
  )
}

/** Returns true if a text reveals the prompt or a tool name, or contains encoded text, whose content cannot be checked. */
export const revealsSecret = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const replyWords = splitWords(text)
  return (
    ENCODED_TEXT.test(text) ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    sharesWordRun(replyWords, rules, MIN_LEAKED_WORDS) ||
    sharesWordRun(replyWords, brief, MIN_LEAKED_WORDS * 4)
  )
}
