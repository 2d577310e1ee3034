import type { TurnInput } from '../../turn-input.ts'
import { POLITE_INTENTS } from '../intents/intents.ts'
import type { ParsedLine } from '../parse-messages.ts'
import { normalizeText } from '../text/normalize-text.ts'
import { isTradeRelated } from '../text/vocabulary.ts'
import { loadWordList } from '../text/word-lists.ts'
import { statesNeed } from './business-facts.ts'

/** Number of letters of a stem. 'financiar' and 'financiamento' then share one, and so do 'portão' and 'portões'. */
const STEM_CHARS = 6
const getStem = (word: string): string =>
  word
    .replace(/(?:oe|ae|ao)s$/, 'ao')
    .replace(/s$/, '')
    .slice(0, STEM_CHARS)
const splitWords = (normalizedText: string): readonly string[] => normalizedText.split(/[^a-z]+/).filter(Boolean)

/** Stems of words about businesses and their goods. */
const BUSINESS_STEMS = new Set(loadWordList('matters').map(getStem))
/** Minimum length of business words in the team's texts. Excludes words like 'para' and 'você'. */
const MIN_STAFF_WORD_CHARS = 6

/** Matches a number, or words about the lead's situation or plans. */
const LEAD_STATEMENT =
  /\d|\b(?:tenho|temos|tinha|moro|moramos|trabalho|trabalhamos|sou|somos|pretendo|pretendemos|uso|usamos|faco|fazemos|ganho|ganhamos|prefiro|preferimos|aceito|aceitamos|kero|querendo|procurando|buscando|pensando|p(?:a)?ra (?:mim|minh\w+|meus?|nos|noss\w+))\b/
/** Stems of words in the team's texts, cached per agent. */
const STAFF_STEMS_CACHE = new WeakMap<TurnInput['agent'], ReadonlySet<string>>()
const getStaffStems = (agent: TurnInput['agent']): ReadonlySet<string> => {
  const { company, brief } = agent
  const stems =
    STAFF_STEMS_CACHE.get(agent) ??
    new Set(splitWords(normalizeText(`${company} ${brief?.persona ?? ''} ${brief?.instructions ?? ''}`)).map(getStem))
  STAFF_STEMS_CACHE.set(agent, stems)
  return stems
}
const isStaffWord = (word: string, agent: TurnInput['agent']): boolean =>
  word.length >= MIN_STAFF_WORD_CHARS && getStaffStems(agent).has(getStem(word))

/**
 * Returns true if a sentence concerns the agent's business, or states a wish or fact of the lead. The agent must not acknowledge any other
 * sentence (GUARD-32).
 */
export const isBusinessRelated = ({ normalizedText, intents, teamMatters }: ParsedLine, agent: TurnInput['agent']): boolean => {
  if (teamMatters.length > 0 || [...intents].some((intent) => !POLITE_INTENTS.has(intent))) return true
  if (statesNeed(normalizedText) || LEAD_STATEMENT.test(normalizedText)) return true
  return splitWords(normalizedText).some(
    (word) => BUSINESS_STEMS.has(getStem(word)) || isTradeRelated(word) || isStaffWord(word, agent),
  )
}
