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

/** Alternative wordings of one phrase, used in this order. */
export type Phrasings = string | readonly string[]
/** Wordings by occasion, optionally with the name of a variant: 'ask', 'ask patients'. */
export type TopicPhrases = Readonly<Record<string, Phrasings>>
export type PhraseValues = Readonly<Record<string, string | null | undefined>>

/**
 * Matches an optional part such as '[no {phone}|por aqui]'. The text before '|' is used if all its values are known, otherwise the text
 * after it.
 */
const OPTIONAL_PART = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const PLACEHOLDER = /\{(\p{L}+)\}/gu

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** Returns the value of a placeholder, or an empty string. '{Name}' is '{name}' with a capital first letter. */
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

/** Fills in the placeholders of phrases. Drops phrases with an unknown value. */
export const fillKnownPhrases = (phrases: readonly string[], values: PhraseValues): string[] =>
  phrases
    .filter((phrase) => hasAllValues(phrase.replaceAll(OPTIONAL_PART, ''), values))
    .map((phrase) => fillPhrase(phrase, values))

/** Returns the wordings for an occasion. Falls back to those without a variant. */
export const getPhrasings = (phrases: TopicPhrases, occasion: string, variant = ''): readonly string[] =>
  [phrases[`${occasion} ${variant}`] ?? phrases[occasion] ?? []].flat()

/** Mutable state of the playbook engine during one turn. */
export interface DialogueContext {
  readonly input: TurnInput
  readonly memory: DialogueMemory
  readonly parsedMessages: ParsedMessages
  /** Answers from the knowledge base to questions in these messages. */
  readonly knowledgeAnswers: readonly ReplyBasis[]
  /** Result of the safety guard, which runs before the engine. */
  readonly guardResult: GuardResult
  /** Contact data of the lead, including values from these messages. */
  readonly lead: LeadData
  readonly leadPatch: LeadPatch
  /** Whether the lead gave part of an answer, for example a week without a day. */
  hasPartialAnswer: boolean
  /** Meeting in the calendar to cancel or move, or null. */
  meetingChange: MeetingChange | null
}

/** Returns true if a requested user of the team has not answered yet, or the lead is in danger or has opted out of messages. */
export const isUserCalled = ({ memory, guardResult }: DialogueContext): boolean =>
  memory.called !== null || !['clear', 'asked_whether_to_stop'].includes(guardResult.guard.kind)

export const getFact = (context: DialogueContext, key: string): string | null => context.memory.facts[key] ?? null

export const deleteFacts = ({ memory }: DialogueContext, ...keys: readonly string[]): void => {
  for (const key of keys) delete memory.facts[key]
}

/** Reopens a concluded conversation. `topicKeys`: skipped questions that the agent may ask again. */
export const reopenConversation = (context: DialogueContext, ...topicKeys: readonly string[]): void => {
  context.memory.skipped = context.memory.skipped.filter((key) => !topicKeys.includes(key))
  context.memory.concluded = false
  context.hasPartialAnswer = true
}

/** Returns how often a phrase was used in this conversation. */
export const getUseCount = ({ memory }: DialogueContext, counterKey: string): number => memory.used[counterKey] ?? 0
export const incrementUseCount = ({ memory }: DialogueContext, counterKey: string, increment = 1): void => {
  memory.used[counterKey] = (memory.used[counterKey] ?? 0) + increment
}

const MASCULINE =
  /^(grupo|instituto|studio|est[uú]dio|centro|col[eé]gio|escrit[oó]rio|banco|hotel|hospital|espa[cç]o|\p{L}+o)\b/iu
/** Adds the Portuguese article to an agent's name: 'a Clara', 'o Bento'. Names with another ending stay unchanged: 'Íris'. */
const addArticle = (name: string): string => `${/a$/i.test(name) ? 'a ' : /o$/i.test(name) ? 'o ' : ''}${name}`

/** Returns values for all general placeholders: facts, lead, agent and appointment. */
const getPhraseValues = (context: DialogueContext): PhraseValues => {
  const { agent } = context.input
  const { name, phone, email } = context.lead
  return {
    ...context.memory.facts,
    name: name && getFirstName(name),
    phone: phone && formatPhone(phone),
    email,
    agent: addArticle(agent.name),
    company: `${MASCULINE.test(agent.company) ? 'do' : 'da'} ${agent.company}`,
    when: formatAppointmentDate(context),
    was: getPreviousDate(context)?.text,
    cancelled: getCancelledAppointment(context),
    quote: context.parsedMessages.quote,
  }
}

/** Fills in the placeholders of a phrase. `values` overrides the general values. */
export const renderPhrase = (context: DialogueContext, phrase: string, values: PhraseValues = {}): string =>
  fillPhrase(phrase, { ...getPhraseValues(context), ...values })

/** Returns the next wording of a phrase and counts its use, so that wordings alternate. */
export const renderNextPhrasing = (
  context: DialogueContext,
  counterKey: string,
  phrasings: Phrasings,
  values?: PhraseValues,
): string => {
  const all = [phrasings].flat()
  const phrasing = all[getUseCount(context, counterKey) % all.length] ?? ''
  incrementUseCount(context, counterKey)
  return renderPhrase(context, phrasing, values)
}

/** Returns the next wording of a phrase that all agent types share (phrases/any.json). */
export const renderSharedPhrase = (context: DialogueContext, phrase: keyof typeof ANY, values?: PhraseValues): string =>
  renderNextPhrasing(context, phrase, ANY[phrase], values)

/** Returns the next wording of a shared phrase in a list. Returns an empty list after `maxUses` uses. */
export const renderSharedPhraseAtMost = (maxUses: number, context: DialogueContext, phrase: keyof typeof ANY): string[] =>
  getUseCount(context, phrase) < maxUses ? [renderSharedPhrase(context, phrase)] : []

/** Returns the reason for which the team must attend to the conversation, truncated to the maximum length. */
export const formatAttentionReason = (
  context: DialogueContext,
  reason: keyof typeof TEAM.reasons,
  values?: PhraseValues,
): string => truncateReason(renderPhrase(context, TEAM.reasons[reason], values))

export const formatList = (parts: readonly string[]): string => new Intl.ListFormat('pt-BR').format(parts)
