import { isForm } from './alike.ts'
import type { Group } from './groups.ts'
import { synonymsOf } from './synonyms.ts'
import { contentWords, isWeak, meaningsOf } from './words.ts'

/** What of a passage is read to judge it. */
export interface Judged {
  readonly title: string
  readonly question: string | null
  readonly heading: string | null
  /** Of a product. */
  readonly name?: string | null
  readonly text: string
}

/** How well something that is meant stands for what was said. */
const BY_SYNONYM = 0.8
const BY_RELATION = 0.45
/** A word of the title says what the passage is about, without answering it. */
const IN_TITLE = 0.6
/** What stands above a paragraph says what it is about. */
const IN_HEADING = 0.85
const SAYS_LITTLE = 0.3

const holds = (words: ReadonlySet<string>, some: readonly string[]): boolean => some.some((word) => words.has(word))

const worthOf = (words: ReadonlySet<string>, some: readonly string[], worth: ReadonlyMap<string, number>): number =>
  some.reduce((most, word) => (words.has(word) ? Math.max(most, worth.get(word) ?? 1) : most), 0)

export const matchIn = (words: ReadonlySet<string>, { asked, words: own, others, related, worth }: Group): number => {
  if (words.has(asked) || holds(words, own)) return 1
  return Math.max(worthOf(words, others, worth) * BY_SYNONYM, worthOf(words, related, worth) * BY_RELATION)
}

/** How much of a question stands in some words, from 0 to 1. */
export const coverage = (groups: readonly Group[], words: ReadonlySet<string>): number => {
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : groups.reduce((sum, group) => sum + group.weight * matchIn(words, group), 0) / all
}

/** How much of a passage's own question was asked, from 0 to 1. */
const asksFor = (question: string, groups: readonly Group[]): number => {
  const own = contentWords(question)
  if (own.length === 0) return 0
  const meant = groups.flatMap(({ asked, words, others }) => [asked, ...words, ...others, ...synonymsOf(asked)])
  const weigh = (words: readonly string[]): number => words.reduce((sum, word) => sum + (isWeak(word) ? SAYS_LITTLE : 1), 0)
  return weigh(own.filter((word) => meant.some((other) => isForm(word, other)))) / weigh(own)
}

/** How well a passage answers, from 0 to about 1. */
export interface Score {
  /** For the order. */
  readonly rank: number
  /** How much of what was asked it speaks of. */
  readonly covered: number
  /** Of a question and its answer, and of a product: how much of that question or name was asked. */
  readonly asked: number | null
}

export const scoreOf = (groups: readonly Group[], { title, question, heading, name = null, text }: Judged): Score => {
  const [inQuestion, inText, inTitle, inHeading] = [question ?? '', text, title, heading ?? ''].map(meaningsOf)
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  const own = groups.map((group) => {
    const said = Math.max(
      inQuestion ? matchIn(inQuestion, group) : 0,
      inText ? matchIn(inText, group) * (question ? 0.85 : 1) : 0,
      inHeading ? matchIn(inHeading, group) * IN_HEADING : 0,
    )
    return group.weight * Math.max(said, inTitle ? matchIn(inTitle, group) * IN_TITLE : 0)
  })
  const covered = all === 0 ? 0 : own.reduce((sum, each) => sum + each, 0) / all
  const named = question ?? name
  const asked = named === null ? null : asksFor(named, groups)
  // Whoever does not ask for a price hears what was written for the question.
  return { rank: covered + (asked ?? 0) * 0.3 + (question === null ? 0 : 0.02), covered, asked }
}
