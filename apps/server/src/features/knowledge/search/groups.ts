import { isSlip } from '../../../kernel/slip.ts'
import { isForm } from './alike.ts'
import { isCommonWord } from './common-words.ts'
import { listedAs, relatedTo, synonymsOf } from './synonyms.ts'
import { isWeak } from './words.ts'

/** A word of the organisation's passages, and in how many of them it stands. */
export interface KnownWord {
  readonly word: string
  readonly passages: number
}

/** A word of a question with what it may mean in the passages. */
export interface Group {
  readonly asked: string
  /** As it stands, in another form, or mended. */
  readonly words: readonly string[]
  /** What may stand for it. */
  readonly others: readonly string[]
  /** What it has to do with. */
  readonly related: readonly string[]
  /** What each of these words tells beside the word itself, from 0 to 1: one that stands everywhere says little. */
  readonly worth: ReadonlyMap<string, number>
  /** How much it tells: what stands in few passages tells most, and so does what stands in none. */
  readonly weight: number
  /** What a word that it has to do with tells of it. */
  readonly relatedWeight: number
  /** False: it says little, and may be missing. */
  readonly isStrong: boolean
}

/** All that has to be looked for among the words of the passages. */
export const lookedFor = (asked: readonly string[]): string[] => {
  const all = asked.flatMap((word) => {
    const listed = listedAs(word)
    return [word, ...synonymsOf(listed), ...relatedTo(listed)]
  })
  return [...new Set(all)]
}

const MOST_WORDS = 8
/** How well something that a word has to do with stands for it: it finds a passage, and is no reason to say it. */
export const BY_RELATION = 0.45
/** What a word that says little counts beside others. */
const WEAK = 0.3

/** Words of a question that the passages have in no form, and that are no word of the language: what may be slips. */
export const unknownIn = (asked: readonly string[], known: ReadonlyMap<string, readonly KnownWord[]>): string[] =>
  asked.filter((word) => !isCommonWord(word) && !(known.get(word) ?? []).some((each) => isForm(word, each.word)))

/** What a word of a question is, in the words of the passages: itself and its forms, else what it may be a slip of. */
const meanings = (word: string, like: readonly KnownWord[], mends: boolean): KnownWord[] => {
  const forms = like.filter((known) => isForm(word, known.word))
  if (forms.length > 0 || !mends || isCommonWord(word)) return forms
  const slips = like.filter((known) => isSlip(word, known.word))
  return slips.slice(0, 2)
}

/**
 * Groups of a question. `like`: for each word that was looked for, those of the passages that are like it, the most like first; `total`: how
 * many passages there are.
 */
export const groupsOf = (asked: readonly string[], like: ReadonlyMap<string, readonly KnownWord[]>, total: number): Group[] =>
  asked.map((word) => {
    const own = meanings(word, like.get(word) ?? [], true)
    // A slip has the synonyms of what it was meant for.
    const meant = own.length > 0 ? own.map((known) => known.word) : [listedAs(word)]
    const knownOf = (listed: (word: string) => readonly string[]): KnownWord[] =>
      [...new Set([word, ...meant].flatMap(listed))].flatMap((other) => meanings(other, like.get(other) ?? [], false))
    const others = knownOf(synonymsOf)
    const words = own.map((known) => known.word).slice(0, MOST_WORDS)
    const beside = (some: readonly KnownWord[], said: readonly string[]): string[] =>
      [...new Set(some.map((known) => known.word))].filter((other) => !said.includes(other)).slice(0, MOST_WORDS)
    const alike = beside(others, words)
    const near = knownOf(relatedTo)
    const related = beside(near, [...words, ...alike])
    const standsIn = (some: readonly KnownWord[]): number => some.reduce((most, known) => Math.max(most, known.passages), 0)
    const rarity = (passages: number): number => Math.log(1 + (total + 1) / (passages + 1))
    const rarest = rarity(standsIn(own.length > 0 ? own : others))
    const worth = new Map([...others, ...near].map((known) => [known.word, Math.min(1, rarity(known.passages) / rarest)]))
    const isStrong = !isWeak(word)
    const counts = isStrong ? 1 : WEAK
    const relatedWeight = Math.min(rarest, rarity(standsIn(near))) * BY_RELATION * counts
    return { asked: word, words, others: alike, related, worth, weight: rarest * counts, relatedWeight, isStrong }
  })
