import { LRUCache } from 'lru-cache'

/** What may never be told to a lead, and what may in part. */
export interface Secrets {
  /** The server's own words in the prompt. */
  readonly rules: string
  /** Staff's words: they may be told in part, never as a whole. */
  readonly brief: string
  readonly toolNames: readonly string[]
}

/** Too long for a word: looked for where it begins, not again from each of its letters. */
const PACKED = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{60}/

/** Words in a row that cannot be the same by chance. */
const LEAKED_RUN = 9

const ACCENTS = /[\u0300-\u036f]+/g
/** Signs and letters of other alphabets: few, so only these are asked what they are. */
const OTHERS = /[^\0-\x7f]+/g
const HIDDEN = /[\p{M}\p{Cf}]/gu
const SIGNS = /[^\p{L}\p{N}]/gu

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(OTHERS, (others) => others.replace(HIDDEN, '').replace(SIGNS, ' '))
    .toLowerCase()
    .match(/[a-z\d\u0080-\uffff]+/g) ?? []

/** Rules and instructions are the same in each turn of an agent. */
const KEPT = new LRUCache<string, ReadonlyMap<string, readonly number[]>>({ max: 100 })

/** Where each word of what is kept stands, the last place first. */
const placesIn = (text: string): ReadonlyMap<string, readonly number[]> => {
  const known = KEPT.get(text)
  if (known) return known
  const words = wordsOf(text)
  const places = Map.groupBy([...words.keys()].reverse(), (at) => words[at] ?? '')
  KEPT.set(text, places)
  return places
}

/** True when so many words in a row stand in both: at each word said, how long a run ends at each of its places in what is kept. */
const shares = (said: readonly string[], kept: string, length: number): boolean => {
  const places = placesIn(kept)
  // How long the run before a place is, and which word said it ended with.
  const runs = new Uint32Array(kept.length + 1)
  const endedAt = new Uint32Array(kept.length + 1)
  return said.some((word, index) =>
    // From the last place on: the one before still holds what the word before left there.
    places.get(word)?.some((place) => {
      const run = endedAt[place] === index ? (runs[place] ?? 0) + 1 : 1
      runs[place + 1] = run
      endedAt[place + 1] = index + 1
      return run >= length
    }),
  )
}

/** True when the text tells of the prompt or of tools, or is packed so that nobody can tell. */
export const leaks = (text: string, { rules, brief, toolNames }: Secrets): boolean => {
  const said = wordsOf(text)
  return (
    PACKED.test(text) ||
    toolNames.some((name) => text.toLowerCase().includes(name)) ||
    shares(said, rules, LEAKED_RUN) ||
    shares(said, brief, LEAKED_RUN * 4)
  )
}
