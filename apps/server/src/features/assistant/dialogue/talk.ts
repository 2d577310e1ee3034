import { firstNameOf } from '@prosa/contract/rules/name'
import { formatPhone } from '@prosa/contract/rules/phone'
import type { MeetingChange } from '../../calendar/ports.ts'
import type { Basis } from '../../knowledge/ports.ts'
import type { LeadPatch } from '../../leads/ports.ts'
import type { LeadData, TurnInput } from '../decision.ts'
import { reasonOf } from '../guard/log.ts'
import type { Screening } from '../guard/verdict.ts'
import type { Understood } from '../understanding/understand.ts'
import type { DialogueMemory } from './memory.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { cancelled, oldDate, whenText } from './standing.ts'

/** Variants of one phrase, in the order of use. */
export type Ways = string | readonly string[]
/** Phrases of a topic by occasion and optional case: 'ask', 'ask patients'. */
export type Wording = Readonly<Record<string, Ways>>
export type Values = Readonly<Record<string, string | null | undefined>>

/** Matches '[no {phone}|por aqui]': the first part is used if all its values are known, otherwise the second, or nothing. */
const OPTIONAL = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const VALUE = /\{(\p{L}+)\}/gu

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** Returns a value. '{Name}' is '{name}' with a capital letter. */
const valueOf = (values: Values, key: string): string => {
  const value = values[key.charAt(0).toLowerCase() + key.slice(1)] ?? ''
  return /^\p{Lu}/u.test(key) ? capital(value) : value
}

const isKnown = (part: string, values: Values): boolean =>
  [...part.matchAll(VALUE)].every(([, key = '']) => valueOf(values, key) !== '')

export const fill = (phrase: string, values: Values): string =>
  phrase
    .replaceAll(OPTIONAL, (_, part: string, other: string = '') => (isKnown(part, values) ? part : other))
    .replaceAll(VALUE, (_, key: string) => valueOf(values, key))

/** Fills in the phrases whose values are all known, and drops the others. */
export const fillKnown = (phrases: readonly string[], values: Values): string[] =>
  phrases.filter((phrase) => isKnown(phrase.replaceAll(OPTIONAL, ''), values)).map((phrase) => fill(phrase, values))

/** Returns all variants of a phrase: those of the case if it has any, otherwise the general ones. */
export const waysTo = (words: Wording, occasion: string, of = ''): readonly string[] =>
  [words[`${occasion} ${of}`] ?? words[occasion] ?? []].flat()

/** Mutable state of one turn: input, memory, and the parsed messages. */
export interface Talk {
  readonly input: TurnInput
  readonly memory: DialogueMemory
  readonly understood: Understood
  /** Answers of the knowledge base. */
  readonly known: readonly Basis[]
  /** Result of the guard. */
  readonly screening: Screening
  /** Data of the lead, including what this turn found. */
  readonly lead: LeadData
  readonly patch: LeadPatch
  /** Set by a parser that understood a partial answer: a week without a day, a phone number without its area code. */
  halfway: boolean
  /** Set if a meeting of the calendar is cancelled or moved. */
  meeting: MeetingChange | null
}

/** Returns true if a user was called and has not answered yet, or the lead is in danger or wants no messages. */
export const isCalled = ({ memory, screening }: Talk): boolean =>
  memory.called !== null || !['clear', 'asked_whether_to_stop'].includes(screening.guard.kind)

export const fact = (talk: Talk, key: string): string | null => talk.memory.facts[key] ?? null

export const forget = ({ memory }: Talk, ...keys: readonly string[]): void => {
  for (const key of keys) delete memory.facts[key]
}

/** Reopens a concluded conversation. The skipped topics in `left` may be asked again. */
export const reopen = (talk: Talk, ...left: readonly string[]): void => {
  talk.memory.skipped = talk.memory.skipped.filter((key) => !left.includes(key))
  talk.memory.concluded = false
  talk.halfway = true
}

/** Returns how often a set of phrases was used. */
export const timesUsed = ({ memory }: Talk, bank: string): number => memory.used[bank] ?? 0
export const countUse = ({ memory }: Talk, bank: string, times = 1): void => {
  memory.used[bank] = (memory.used[bank] ?? 0) + times
}

const MASCULINE =
  /^(grupo|instituto|studio|est[uú]dio|centro|col[eé]gio|escrit[oó]rio|banco|hotel|hospital|espa[cç]o|\p{L}+o)\b/iu
/** Adds the Portuguese article to a name: 'a Clara', 'o Bento', 'Íris'. */
const withArticle = (name: string): string => `${/a$/i.test(name) ? 'a ' : /o$/i.test(name) ? 'o ' : ''}${name}`

/** Returns the values for phrases: facts, lead, agent and appointment. */
const valuesOf = (talk: Talk): Values => {
  const { agent } = talk.input
  const { name, phone, email } = talk.lead
  return {
    ...talk.memory.facts,
    name: name && firstNameOf(name),
    phone: phone && formatPhone(phone),
    email,
    agent: withArticle(agent.name),
    company: `${MASCULINE.test(agent.company) ? 'do' : 'da'} ${agent.company}`,
    when: whenText(talk),
    was: oldDate(talk)?.text,
    cancelled: cancelled(talk),
    quote: talk.understood.quote,
  }
}

/** Fills in a phrase with the current values. */
export const tell = (talk: Talk, phrase: string, values: Values = {}): string => fill(phrase, { ...valuesOf(talk), ...values })

/** Returns the next variant of a phrase and counts its use, so that no variant comes twice in a row. */
export const takeTurns = (talk: Talk, bank: string, ways: Ways, values?: Values): string => {
  const all = [ways].flat()
  const way = all[timesUsed(talk, bank) % all.length] ?? ''
  countUse(talk, bank)
  return tell(talk, way, values)
}

/** Returns the next variant of a phrase that all agents share. */
export const say = (talk: Talk, phrase: keyof typeof ANY, values?: Values): string => takeTurns(talk, phrase, ANY[phrase], values)

/** Returns the next variant as a list, or an empty list if the phrase was used `most` times. */
export const sayAtMost = (most: number, talk: Talk, phrase: keyof typeof ANY): string[] =>
  timesUsed(talk, phrase) < most ? [say(talk, phrase)] : []

/** Returns the attention reason for the team. */
export const because = (talk: Talk, reason: keyof typeof TEAM.reasons, values?: Values): string =>
  reasonOf(tell(talk, TEAM.reasons[reason], values))

export const listed = (parts: readonly string[]): string => new Intl.ListFormat('pt-BR').format(parts)
