import { isForm } from './alike.ts'
import { BY_RELATION, type Group } from './groups.ts'
import { synonymsOf } from './synonyms.ts'
import { contentWords, isWeak, meaningsOf } from './words.ts'

/** Parts of a passage that are compared with a question. */
export interface Judged {
  readonly title: string
  readonly question: string | null
  readonly heading: string | null
  /** Name of a product. */
  readonly name?: string | null
  readonly text: string
}

/** Factor for a match by a synonym. */
const BY_SYNONYM = 0.8
/** Factor for a match in an answer to a question of an FAQ, where the word may be incidental. */
const IN_ANSWER = 0.85
/** Factor for a match in the title, which names the topic but answers nothing. */
const IN_TITLE = 0.6
/** Factor for a match in the heading, which names the topic. */
const IN_HEADING = 0.85
const SAYS_LITTLE = 0.3

const holds = (words: ReadonlySet<string>, some: readonly string[]): boolean => some.some((word) => words.has(word))

const worthOf = (words: ReadonlySet<string>, some: readonly string[], worth: ReadonlyMap<string, number>): number =>
  some.reduce((most, word) => (words.has(word) ? Math.max(most, worth.get(word) ?? 1) : most), 0)

type Match = (words: ReadonlySet<string>, group: Group) => number

/** Returns how well some words match a word of a question, from 0 to 1. */
export const matchIn: Match = (words, { asked, words: own, others, worth }) => {
  if (words.has(asked) || holds(words, own)) return 1
  return worthOf(words, others, worth) * BY_SYNONYM
}

/** Returns how well some words match a word of a question, also counting related words, from 0 to 1. */
const isNear: Match = (words, group) => Math.max(matchIn(words, group), worthOf(words, group.related, group.worth) * BY_RELATION)

/** Returns the share of a question that some words match, from 0 to 1. */
export const coverage = (groups: readonly Group[], words: ReadonlySet<string>): number => {
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : groups.reduce((sum, group) => sum + group.weight * matchIn(words, group), 0) / all
}

/** Returns the share of a passage's own question that was asked, from 0 to 1. */
const asksFor = (question: string, groups: readonly Group[]): number => {
  const own = contentWords(question)
  if (own.length === 0) return 0
  const meant = groups.flatMap(({ asked, words, others }) => [asked, ...words, ...others, ...synonymsOf(asked)])
  const weigh = (words: readonly string[]): number => words.reduce((sum, word) => sum + (isWeak(word) ? SAYS_LITTLE : 1), 0)
  return weigh(own.filter((word) => meant.some((other) => isForm(word, other)))) / weigh(own)
}

/** How well a passage answers a question. */
export interface Score {
  /** Value for sorting, from 0 to about 1.3. */
  readonly rank: number
  /** Share of the question that the passage covers, from 0 to 1. */
  readonly covered: number
  /** For an FAQ entry or a product: share of its question or name that was asked; otherwise null. */
  readonly asked: number | null
}

export const scoreOf = (groups: readonly Group[], { title, question, heading, name = null, text }: Judged): Score => {
  const parts = [
    { words: meaningsOf(question ?? ''), counts: 1 },
    { words: meaningsOf(text), counts: question ? IN_ANSWER : 1 },
    { words: meaningsOf(heading ?? ''), counts: IN_HEADING },
    { words: meaningsOf(title), counts: IN_TITLE },
  ]
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  const spokenOf = (match: Match): number => {
    const spoken = groups.map(
      (group) => group.weight * Math.max(...parts.map(({ words, counts }) => match(words, group) * counts)),
    )
    return all === 0 ? 0 : spoken.reduce((sum, each) => sum + each, 0) / all
  }
  const covered = spokenOf(matchIn)
  const named = question ?? name
  const asked = named === null ? null : asksFor(named, groups)
  // An FAQ entry is preferred to an equal passage that was not written for a question.
  return { rank: spokenOf(isNear) + (asked ?? 0) * 0.3 + (question === null ? 0 : 0.02), covered, asked }
}
