import type { TurnInput } from '../decision.ts'
import { tellsNeed } from './business.ts'
import { fold } from './fold.ts'
import { POLITE } from './intents.ts'
import { isOfATrade } from './known-words.ts'
import type { Line } from './understand.ts'
import { wordList } from './words.ts'

/** Length of a word's stem: 'financiar' and 'financiamento' share one, 'portão' and 'portões' too. */
const STEM = 6
const stemOf = (word: string): string =>
  word
    .replace(/(?:oe|ae|ao)s$/, 'ao')
    .replace(/s$/, '')
    .slice(0, STEM)
const wordsOf = (folded: string): readonly string[] => folded.split(/[^a-z]+/).filter(Boolean)

/** Stems of words about businesses and their goods. */
const MATTERS = new Set(wordList('matters').map(stemOf))
/** Minimum length of a word from staff's texts, which excludes words like 'para' and 'você'. */
const TELLING = 6

/** Matches statements about the lead's situation or plans, or a figure. */
const OF_THE_LEAD =
  /\d|\b(?:tenho|temos|tinha|moro|moramos|trabalho|trabalhamos|sou|somos|pretendo|pretendemos|uso|usamos|faco|fazemos|ganho|ganhamos|prefiro|preferimos|aceito|aceitamos|kero|querendo|procurando|buscando|pensando|p(?:a)?ra (?:mim|minh\w+|meus?|nos|noss\w+))\b/
/** Stems of staff's texts per agent, cached for all lines of a turn. */
const TOLD = new WeakMap<TurnInput['agent'], ReadonlySet<string>>()
const toldTo = (agent: TurnInput['agent']): ReadonlySet<string> => {
  const { company, brief } = agent
  const told =
    TOLD.get(agent) ?? new Set(wordsOf(fold(`${company} ${brief?.persona ?? ''} ${brief?.instructions ?? ''}`)).map(stemOf))
  TOLD.set(agent, told)
  return told
}
const isTold = (word: string, agent: TurnInput['agent']): boolean => word.length >= TELLING && toldTo(agent).has(stemOf(word))

/**
 * Returns true if a line contains something related to the agent's work: a business matter, a word of staff's texts, a wish, or a fact
 * about the lead. To any other line, the agent must not reply as if it had understood it (GUARD-32).
 */
export const isOfOurs = ({ folded, intents, matters }: Line, agent: TurnInput['agent']): boolean => {
  if (matters.length > 0 || [...intents].some((intent) => !POLITE.has(intent))) return true
  if (tellsNeed(folded) || OF_THE_LEAD.test(folded)) return true
  return wordsOf(folded).some((word) => MATTERS.has(stemOf(word)) || isOfATrade(word) || isTold(word, agent))
}
