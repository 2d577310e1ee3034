import type { TurnInput } from '../../turn-input.ts'
import { POLITE_INTENTS } from '../intents/intents.ts'
import type { ParsedLine } from '../parse-messages.ts'
import { normalizeText } from '../text/normalize-text.ts'
import { isTradeRelated } from '../text/vocabulary.ts'
import { loadWordList } from '../text/word-lists.ts'
import { statesNeed } from './business-facts.ts'

/** Length of a word's stem: 'financiar' and 'financiamento' share one, 'portão' and 'portões' too. */
const STEM_CHARS = 6
const getStem = (word: string): string =>
  word
    .replace(/(?:oe|ae|ao)s$/, 'ao')
    .replace(/s$/, '')
    .slice(0, STEM_CHARS)
const splitWords = (folded: string): readonly string[] => folded.split(/[^a-z]+/).filter(Boolean)

/** Stems of words about businesses and their goods. */
const BUSINESS_STEMS = new Set(loadWordList('matters').map(getStem))
/** Minimum length of a word from staff's texts, which excludes words like 'para' and 'você'. */
const MIN_STAFF_WORD_CHARS = 6

/** Matches statements about the lead's situation or plans, or a figure. */
const LEAD_STATEMENT =
  /\d|\b(?:tenho|temos|tinha|moro|moramos|trabalho|trabalhamos|sou|somos|pretendo|pretendemos|uso|usamos|faco|fazemos|ganho|ganhamos|prefiro|preferimos|aceito|aceitamos|kero|querendo|procurando|buscando|pensando|p(?:a)?ra (?:mim|minh\w+|meus?|nos|noss\w+))\b/
/** Stems of staff's texts per agent, cached for all lines of a turn. */
const STAFF_STEMS_CACHE = new WeakMap<TurnInput['agent'], ReadonlySet<string>>()
const getStaffStems = (agent: TurnInput['agent']): ReadonlySet<string> => {
  const { company, brief } = agent
  const told =
    STAFF_STEMS_CACHE.get(agent) ??
    new Set(splitWords(normalizeText(`${company} ${brief?.persona ?? ''} ${brief?.instructions ?? ''}`)).map(getStem))
  STAFF_STEMS_CACHE.set(agent, told)
  return told
}
const isStaffWord = (word: string, agent: TurnInput['agent']): boolean =>
  word.length >= MIN_STAFF_WORD_CHARS && getStaffStems(agent).has(getStem(word))

/**
 * Returns true if a line contains something related to the agent's work: a business matter, a word of staff's texts, a wish, or a fact
 * about the lead. To any other line, the agent must not reply as if it had understood it (GUARD-32).
 */
export const isBusinessRelated = ({ folded, intents, matters }: ParsedLine, agent: TurnInput['agent']): boolean => {
  if (matters.length > 0 || [...intents].some((intent) => !POLITE_INTENTS.has(intent))) return true
  if (statesNeed(folded) || LEAD_STATEMENT.test(folded)) return true
  return splitWords(folded).some((word) => BUSINESS_STEMS.has(getStem(word)) || isTradeRelated(word) || isStaffWord(word, agent))
}
