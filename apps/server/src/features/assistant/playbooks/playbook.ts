import type { Stage } from '@prosa/contract/entities/conversation'
import { firstNameOf } from '@prosa/contract/rules/name'
import type { Heard, Line } from '../hear/hear.ts'
import type { LeadPatch, MeetingChange, TurnInput, TurnState } from '../turn.ts'

/** What a topic's reader answers when the lead would rather not say: the topic is left, nothing is kept. */
export const DECLINED = '\u0000declined'

/** One turn in the making: what is known, and what was just heard. */
export interface Talk {
  readonly input: TurnInput
  readonly state: TurnState
  readonly heard: Heard
  /** Data of the lead, with what this turn learned. */
  readonly lead: { name: string | null; company: string | null; phone: string | null; email: string | null }
  readonly patch: LeadPatch
  /** Set by a reader that understood half an answer: a week without a day, a phone without its area code. */
  halfway: boolean
  /** Set when a meeting of the calendar is called off or moved. */
  meeting: MeetingChange | null
}

/** Something the agent wants to know, and how it asks, hears and takes it. */
export interface Topic {
  readonly key: string
  readonly stage: Stage
  /** status_message while the question waits. */
  readonly waiting: string
  /** Ways to ask, in the order they are used; when all were used the topic is left. */
  ask(talk: Talk): readonly string[]
  /** The answer in what was heard. `answering`: this question was the last one asked. */
  read(lines: readonly Line[], talk: Talk, answering: boolean): string | null
  /** What is said when it becomes known. */
  ack?(value: string, talk: Talk): readonly string[]
  /** True: what is said to it matters more than what is said to other news of the same turn. */
  readonly isLoud?: boolean
  /** Takes what fits nowhere else, in this shape, also on top of what it has. */
  readonly takesRest?: (raw: string) => string
  /** False while there is no reason to ask. */
  applies?(talk: Talk): boolean
  /** True: a new value may replace the old one. */
  readonly mayChange?: boolean
  /** Keeps the value in the lead's data as well. */
  keep?(value: string, talk: Talk): void
  /** True when the lead's data holds it already. */
  isKnown?(talk: Talk): boolean
  /** What is said when the lead puts right what they told before; without it nothing of theirs is replaced. */
  corrected?(value: string, talk: Talk): string
  /** Why a person should look, once this is known. */
  alert?(value: string, talk: Talk): string | null
}

export interface Conclusion {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly status: string
  readonly attention: string | null
}

export type Question = 'price' | 'how' | 'hours' | 'address'

/** The written way of one agent type. */
export interface Playbook {
  /** Second half of the self-introduction: why the agent is here. */
  readonly purpose: (talk: Talk) => string
  readonly topics: readonly Topic[]
  /** True: asking for things besides the matter at hand is expected here, also without a question mark. */
  readonly besides: (talk: Talk) => boolean
  /** True: an angry lead is asked what happened before a person takes over. */
  readonly caresForAnger?: boolean
  /** Keys of the questions that staff's own may stand in the place of; the others carry the type's purpose. */
  readonly usual: readonly string[]
  readonly answers: Readonly<Record<Question, (talk: Talk) => readonly string[]>>
  /** Questions that need nobody of the team. */
  readonly knows: readonly Question[]
  /** A question that is put off the first time it is asked: the team is called at the second. */
  readonly putsOff?: Question
  readonly conclude: (talk: Talk) => Conclusion
  /** Sentences for the team, without the lead's name and without open questions. */
  readonly summary: (talk: Talk) => readonly string[]
}

export const fact = (talk: Talk, key: string): string | null => talk.state.facts[key] ?? null

export const firstName = ({ lead }: Talk): string | null => (lead.name === null ? null : firstNameOf(lead.name))

/** ', Ana' or nothing. */
export const comma = (talk: Talk): string => {
  const name = firstName(talk)
  return name ? `, ${name}` : ''
}

/** 'da Aurora Imóveis', 'do Grupo Sol'. */
export const ofCompany = (talk: Talk): string => {
  const { company } = talk.input.agent
  const masculine =
    /^(grupo|instituto|studio|est[uú]dio|centro|col[eé]gio|escrit[oó]rio|banco|hotel|hospital|espa[cç]o|\p{L}+o)\b/iu
  return `${masculine.test(company) ? 'do' : 'da'} ${company}`
}

/** The first value that a line gives. */
export const firstOf = <T>(lines: readonly Line[], read: (line: Line) => T | null): T | null => {
  for (const line of lines) {
    const value = read(line)
    if (value !== null) return value
  }
  return null
}

/** Says which way was used last time and takes the next: what the same person hears is never the same twice in a row. */
export const takeTurns = (talk: Talk, bank: string, ways: readonly string[]): string => {
  const used = talk.state.used[bank] ?? 0
  talk.state.used[bank] = used + 1
  return ways[used % ways.length] ?? ''
}
