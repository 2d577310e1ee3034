import type { TurnInput } from '../decision.ts'
import { tellsNeed } from './business.ts'
import { fold } from './fold.ts'
import { POLITE } from './intents.ts'
import { isOfATrade } from './known-words.ts'
import type { Line } from './understand.ts'
import { wordList } from './words.ts'

/** As much of a word as tells what it is about, of one or many: 'financiar' and 'financiamento' are one matter, 'portão' and 'portões' too. */
const STEM = 6
const stemOf = (word: string): string =>
  word
    .replace(/(?:oe|ae|ao)s$/, 'ao')
    .replace(/s$/, '')
    .slice(0, STEM)
const wordsOf = (folded: string): readonly string[] => folded.split(/[^a-z]+/).filter(Boolean)

/** What businesses deal in; anybody may add to it. */
const MATTERS = new Set(wordList('matters').map(stemOf))
/** So many letters, and a word of staff's own is no 'para' and no 'você'. */
const TELLING = 6

/** Says of the lead what it has, does or is after, or gives a figure. */
const OF_THE_LEAD =
  /\d|\b(?:tenho|temos|tinha|moro|moramos|trabalho|trabalhamos|sou|somos|pretendo|pretendemos|uso|usamos|faco|fazemos|ganho|ganhamos|prefiro|preferimos|aceito|aceitamos|kero|querendo|procurando|buscando|pensando|p(?:a)?ra (?:mim|minh\w+|meus?|nos|noss\w+))\b/
/** What staff told each agent, read once for all lines of a turn. */
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
 * True when something of what an agent is there for is recognised in a line: a matter of some business, or of this one by what staff told it,
 * a wish, or something of the lead's own (GUARD-32: what nothing is recognised in is not played over).
 */
export const isOfOurs = ({ folded, intents, matters }: Line, agent: TurnInput['agent']): boolean => {
  if (matters.length > 0 || [...intents].some((intent) => !POLITE.has(intent))) return true
  if (tellsNeed(folded) || OF_THE_LEAD.test(folded)) return true
  return wordsOf(folded).some((word) => MATTERS.has(stemOf(word)) || isOfATrade(word) || isTold(word, agent))
}
