import { LRUCache } from 'lru-cache'

/** Texts of the prompt that an agent must not reveal to a lead. */
export interface Secrets {
  /** The server's own rules in the prompt. */
  readonly rules: string
  /** Persona and instructions written by users of the team. A reply may repeat parts of them, but no long passage. */
  readonly brief: string
  readonly toolNames: readonly string[]
}

/**
 * Matches 60 or more consecutive characters that may be encoded text (base64, hex). For speed, the lookbehind starts a match only at the
 * beginning of the run.
 */
const ENCODED_TEXT = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{60}/

/** Number of consecutive equal words from which a match with a secret text counts as a leak and not as chance. */
const MIN_LEAKED_WORDS = 9

const ACCENTS = /[\u0300-\u036f]+/g
/** Matches non-ASCII characters. For speed, only these few characters are tested with Unicode classes. */
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

/** Word positions of secret texts. They are cached because an agent's rules and instructions are the same in each turn. */
const WORD_POSITION_CACHE = new LRUCache<string, ReadonlyMap<string, readonly number[]>>({ max: 100 })

/** Returns for each word of a secret text its positions (word indexes), last position first. */
const getWordPositions = (text: string): ReadonlyMap<string, readonly number[]> => {
  const cachedPositions = WORD_POSITION_CACHE.get(text)
  if (cachedPositions) return cachedPositions
  const words = splitWords(text)
  const positions = Map.groupBy([...words.keys()].reverse(), (at) => words[at] ?? '')
  WORD_POSITION_CACHE.set(text, positions)
  return positions
}

/**
 * Returns true if both texts contain the same run of `length` consecutive words. For each word of `said`, stores the length of the run that
 * ends at each position of this word in `kept`.
 */
const sharesWordRun = (replyWords: readonly string[], secretText: string, length: number): boolean => {
  const positionsByWord = getWordPositions(secretText)
  // Length of the run before each position of `kept`, and the index (from 1) of the word of `said` that ended the run.
  const runs = new Uint32Array(secretText.length + 1)
  const endedAt = new Uint32Array(secretText.length + 1)
  return replyWords.some((word, index) =>
    // Positions come in descending order, because the entry of the previous position must still belong to the previous word.
    positionsByWord.get(word)?.some((position) => {
      const run = endedAt[position] === index ? (runs[position] ?? 0) + 1 : 1
      runs[position + 1] = run
      endedAt[position + 1] = index + 1
      return run >= length
    }),
  )
}

/** Returns true if a text reveals the prompt or a tool name, or contains encoded text, which cannot be checked. */
export const revealsSecret = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const replyWords = splitWords(text)
  return (
    ENCODED_TEXT.test(text) ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    sharesWordRun(replyWords, rules, MIN_LEAKED_WORDS) ||
    sharesWordRun(replyWords, brief, MIN_LEAKED_WORDS * 4)
  )
}
