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

/** Ways to say one thing, in the order in which they are used. */
export type Ways = string | readonly string[]
/** What is said of one thing by occasion, and where it matters by case: 'ask', 'ask patients'. */
export type Wording = Readonly<Record<string, Ways>>
export type Values = Readonly<Record<string, string | null | undefined>>

/** '[no {phone}|por aqui]': the first part where all of its values are known, else the second, or nothing. */
const OPTIONAL = /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g
const VALUE = /\{(\p{L}+)\}/gu

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)

/** '{Name}' is '{name}' at the beginning of a sentence. */
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

/** Those of the sentences all of whose values are known. */
export const fillKnown = (phrases: readonly string[], values: Values): string[] =>
  phrases.filter((phrase) => isKnown(phrase.replaceAll(OPTIONAL, ''), values)).map((phrase) => fill(phrase, values))

/** All ways to say something; in a case of its own, where there are words for it. */
export const waysTo = (words: Wording, occasion: string, of = ''): readonly string[] =>
  [words[`${occasion} ${of}`] ?? words[occasion] ?? []].flat()

/** One turn in the making: what is known, and what was just understood. */
export interface Talk {
  readonly input: TurnInput
  readonly memory: DialogueMemory
  readonly understood: Understood
  /** What of it the organisation's own words answer. */
  readonly known: readonly Basis[]
  /** What the guard found in it. */
  readonly screening: Screening
  /** Data of the lead, with what this turn learned. */
  readonly lead: LeadData
  readonly patch: LeadPatch
  /** Set by a reader that understood half an answer: a week without a day, a phone without its area code. */
  halfway: boolean
  /** Set when a meeting of the calendar is called off or moved. */
  meeting: MeetingChange | null
}

/** A person was called and has not answered yet, or there is nobody to talk to. */
export const isCalled = ({ memory, screening }: Talk): boolean =>
  memory.called !== null || !['clear', 'asked_whether_to_stop'].includes(screening.guard.kind)

export const fact = (talk: Talk, key: string): string | null => talk.memory.facts[key] ?? null

export const forget = ({ memory }: Talk, ...keys: readonly string[]): void => {
  for (const key of keys) delete memory.facts[key]
}

/** What was settled is open again; what was left unanswered may be asked again. */
export const reopen = (talk: Talk, ...left: readonly string[]): void => {
  talk.memory.skipped = talk.memory.skipped.filter((key) => !left.includes(key))
  talk.memory.concluded = false
  talk.halfway = true
}

/** How often a bank of phrases was used. */
export const timesUsed = ({ memory }: Talk, bank: string): number => memory.used[bank] ?? 0
export const countUse = ({ memory }: Talk, bank: string, times = 1): void => {
  memory.used[bank] = (memory.used[bank] ?? 0) + times
}

const MASCULINE =
  /^(grupo|instituto|studio|est[uú]dio|centro|col[eé]gio|escrit[oó]rio|banco|hotel|hospital|espa[cç]o|\p{L}+o)\b/iu
/** 'a Clara', 'o Bento', 'Íris'. */
const withArticle = (name: string): string => `${/a$/i.test(name) ? 'a ' : /o$/i.test(name) ? 'o ' : ''}${name}`

/** What a phrase may name: whatever the lead told, who talks, and what stands. */
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

/** A phrase as it is said now. */
export const tell = (talk: Talk, phrase: string, values: Values = {}): string => fill(phrase, { ...valuesOf(talk), ...values })

/** Says which way was used last time and takes the next: what the same person hears is never the same twice in a row. */
export const takeTurns = (talk: Talk, bank: string, ways: Ways, values?: Values): string => {
  const all = [ways].flat()
  const way = all[timesUsed(talk, bank) % all.length] ?? ''
  countUse(talk, bank)
  return tell(talk, way, values)
}

/** Says one of the phrases that any agent has. */
export const say = (talk: Talk, phrase: keyof typeof ANY, values?: Values): string => takeTurns(talk, phrase, ANY[phrase], values)

/** The same, as long as it was not said that often yet. */
export const sayAtMost = (most: number, talk: Talk, phrase: keyof typeof ANY): string[] =>
  timesUsed(talk, phrase) < most ? [say(talk, phrase)] : []

/** Why the team should look. */
export const because = (talk: Talk, reason: keyof typeof TEAM.reasons, values?: Values): string =>
  reasonOf(tell(talk, TEAM.reasons[reason], values))

export const listed = (parts: readonly string[]): string => new Intl.ListFormat('pt-BR').format(parts)
