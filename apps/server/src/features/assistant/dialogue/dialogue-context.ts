import { getFirstName } from '@prosa/contract/rules/accounts/person-name'
import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import type { MeetingChange } from '../../calendar/ports.ts'
import type { ReplyBasis } from '../../knowledge/ports.ts'
import type { LeadPatch } from '../../leads/ports.ts'
import { truncateReason } from '../guard/guard-log.ts'
import type { GuardResult } from '../guard/verdict.ts'
import type { LeadData, TurnInput } from '../turn-input.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'
import { formatAppointmentDate, getCancelledAppointment, getPreviousDate } from './appointments/appointment-state.ts'
import type { DialogueMemory } from './dialogue-memory.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }

/** Variants of one phrase, in the order of use. */
export type Phrasings = string | readonly string[]
/** Phrases of a topic by occasion and optional case: 'ask', 'ask patients'. */
export type TopicPhrases = Readonly<Record<string, Phrasings>>
export type PhraseValues = Readonly<Record<string, string | null | undefined>>

/** Matches '[no {phone}|por aqui]': the first part is used if all its values are known, otherwise the second, or nothing. */
const OPTIONAL_PART = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const PLACEHOLDER = /\{(\p{L}+)\}/gu

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** Returns a value. '{Name}' is '{name}' with a capital letter. */
const getPhraseValue = (values: PhraseValues, key: string): string => {
  const value = values[key.charAt(0).toLowerCase() + key.slice(1)] ?? ''
  return /^\p{Lu}/u.test(key) ? capitalize(value) : value
}

const hasAllValues = (part: string, values: PhraseValues): boolean =>
  [...part.matchAll(PLACEHOLDER)].every(([, key = '']) => getPhraseValue(values, key) !== '')

export const fillPhrase = (phrase: string, values: PhraseValues): string =>
  phrase
    .replaceAll(OPTIONAL_PART, (_, part: string, other: string = '') => (hasAllValues(part, values) ? part : other))
    .replaceAll(PLACEHOLDER, (_, key: string) => getPhraseValue(values, key))

/** Fills in the phrases whose values are all known, and drops the others. */
export const fillKnownPhrases = (phrases: readonly string[], values: PhraseValues): string[] =>
  phrases
    .filter((phrase) => hasAllValues(phrase.replaceAll(OPTIONAL_PART, ''), values))
    .map((phrase) => fillPhrase(phrase, values))

/** Returns all variants of a phrase: those of the case if it has any, otherwise the general ones. */
export const getPhrasings = (words: TopicPhrases, occasion: string, of = ''): readonly string[] =>
  [words[`${occasion} ${of}`] ?? words[occasion] ?? []].flat()

/** Mutable state of one turn: input, memory, and the parsed messages. */
export interface DialogueContext {
  readonly input: TurnInput
  readonly memory: DialogueMemory
  readonly understood: ParsedMessages
  /** Answers of the knowledge base. */
  readonly known: readonly ReplyBasis[]
  /** Result of the guard. */
  readonly screening: GuardResult
  /** Data of the lead, including what this turn found. */
  readonly lead: LeadData
  readonly patch: LeadPatch
  /** Set by a parser that understood a partial answer: a week without a day, a phone number without its area code. */
  halfway: boolean
  /** Set if a meeting of the calendar is cancelled or moved. */
  meeting: MeetingChange | null
}

/** Returns true if a user was called and has not answered yet, or the lead is in danger or wants no messages. */
export const isUserCalled = ({ memory, screening }: DialogueContext): boolean =>
  memory.called !== null || !['clear', 'asked_whether_to_stop'].includes(screening.guard.kind)

export const getFact = (talk: DialogueContext, key: string): string | null => talk.memory.facts[key] ?? null

export const deleteFacts = ({ memory }: DialogueContext, ...keys: readonly string[]): void => {
  for (const key of keys) delete memory.facts[key]
}

/** Reopens a concluded conversation. The skipped topics in `left` may be asked again. */
export const reopenConversation = (talk: DialogueContext, ...left: readonly string[]): void => {
  talk.memory.skipped = talk.memory.skipped.filter((key) => !left.includes(key))
  talk.memory.concluded = false
  talk.halfway = true
}

/** Returns how often a set of phrases was used. */
export const getUseCount = ({ memory }: DialogueContext, bank: string): number => memory.used[bank] ?? 0
export const incrementUseCount = ({ memory }: DialogueContext, bank: string, times = 1): void => {
  memory.used[bank] = (memory.used[bank] ?? 0) + times
}

const MASCULINE =
  /^(grupo|instituto|studio|est[uú]dio|centro|col[eé]gio|escrit[oó]rio|banco|hotel|hospital|espa[cç]o|\p{L}+o)\b/iu
/** Adds the Portuguese article to a name: 'a Clara', 'o Bento', 'Íris'. */
const addArticle = (name: string): string => `${/a$/i.test(name) ? 'a ' : /o$/i.test(name) ? 'o ' : ''}${name}`

/** Returns the values for phrases: facts, lead, agent and appointment. */
const getPhraseValues = (talk: DialogueContext): PhraseValues => {
  const { agent } = talk.input
  const { name, phone, email } = talk.lead
  return {
    ...talk.memory.facts,
    name: name && getFirstName(name),
    phone: phone && formatPhone(phone),
    email,
    agent: addArticle(agent.name),
    company: `${MASCULINE.test(agent.company) ? 'do' : 'da'} ${agent.company}`,
    when: formatAppointmentDate(talk),
    was: getPreviousDate(talk)?.text,
    cancelled: getCancelledAppointment(talk),
    quote: talk.understood.quote,
  }
}

/** Fills in a phrase with the current values. */
export const renderPhrase = (talk: DialogueContext, phrase: string, values: PhraseValues = {}): string =>
  fillPhrase(phrase, { ...getPhraseValues(talk), ...values })

/** Returns the next variant of a phrase and counts its use, so that no variant comes twice in a row. */
export const renderNextPhrasing = (talk: DialogueContext, bank: string, ways: Phrasings, values?: PhraseValues): string => {
  const all = [ways].flat()
  const way = all[getUseCount(talk, bank) % all.length] ?? ''
  incrementUseCount(talk, bank)
  return renderPhrase(talk, way, values)
}

/** Returns the next variant of a phrase that all agents share. */
export const renderSharedPhrase = (talk: DialogueContext, phrase: keyof typeof ANY, values?: PhraseValues): string =>
  renderNextPhrasing(talk, phrase, ANY[phrase], values)

/** Returns the next variant as a list, or an empty list if the phrase was used `most` times. */
export const renderSharedPhraseAtMost = (most: number, talk: DialogueContext, phrase: keyof typeof ANY): string[] =>
  getUseCount(talk, phrase) < most ? [renderSharedPhrase(talk, phrase)] : []

/** Returns the attention reason for the team. */
export const formatAttentionReason = (talk: DialogueContext, reason: keyof typeof TEAM.reasons, values?: PhraseValues): string =>
  truncateReason(renderPhrase(talk, TEAM.reasons[reason], values))

export const formatList = (parts: readonly string[]): string => new Intl.ListFormat('pt-BR').format(parts)
