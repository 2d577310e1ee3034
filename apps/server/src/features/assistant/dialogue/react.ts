import type { Stage } from '@prosa/contract/entities/conversation'
import { asksToSend } from '../understanding/business.ts'
import { tidy } from '../understanding/fold.ts'
import type { Line } from '../understanding/understand.ts'
import { meetingsOf, momentOf } from './calendar.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import type { Playbook, Question } from './playbook.ts'
import { whenText } from './standing.ts'
import { because, listed, say, type Talk, takeTurns, tell, timesUsed, type Ways } from './talk.ts'

/** One turn's answer before it is split into messages. */
export interface Answer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Reason for calling a user, or null. */
  readonly reason: string | null
  /** How the agent introduces itself if it has not yet. 'not' for a danger or a farewell. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

/** Creates an answer without a question. The first stage changes nothing, because stages only rise. */
export const saying = (said: readonly string[], reason: string | null = null, rest: Partial<Answer> = {}): Answer => ({
  said,
  question: null,
  stage: 'conexao',
  reason,
  greets: 'not',
  ...rest,
})

/** Replies to part of a message, and the reason for calling a user, if any. */
export interface Met {
  readonly said: string[]
  readonly reason: string | null
}

const MOST_QUESTIONS = 5

/** Stores a question for the team. */
const noteQuestion = ({ memory }: Talk, question: string): void => {
  const isKnown = question === '' || memory.questions.includes(question)
  if (!isKnown && memory.questions.length < MOST_QUESTIONS) memory.questions.push(question)
}

/** Defers a question that only the team can answer. */
export const defer = (talk: Talk, { raw }: Line): Met => {
  const question = tidy(raw, 100)
  noteQuestion(talk, question)
  return { said: [say(talk, 'deferred')], reason: because(talk, 'asked', { question }) }
}

const askedAbout = (talk: Talk, matters: readonly string[]): string | null =>
  matters.length > 0 ? because(talk, 'askedAbout', { about: listed(matters) }) : null

/** Returns true if the line answers our own question: 'O preço' to what matters most. */
const answersWhatWasAsked = ({ memory, understood }: Talk, question: Question): boolean =>
  question === 'price' && (memory.pending ?? '').startsWith('followUp') && !understood.lines.some(({ isQuestion }) => isQuestion)

/** Answers simple questions and stores each for the team. Calls the team if one is repeated or was only deferred. */
const answerSimple = (talk: Talk, playbook: Playbook): Met => {
  const asked = (Object.keys(TEAM.matters) as Question[])
    .filter((question) => talk.understood.intents.has(question) && !answersWhatWasAsked(talk, question))
    .slice(0, 2)
  const toTeam: string[] = []
  const said = asked.map((question) => {
    const isKnown = playbook.knows.includes(question)
    const isAgain = timesUsed(talk, `faq:${question}`) > 0
    if (question !== 'how') noteQuestion(talk, TEAM.matters[question])
    if (!isKnown && (isAgain || question !== playbook.putsOff)) toTeam.push(TEAM.matters[question])
    const answer = takeTurns(talk, `faq:${question}`, playbook.answers[question])
    return isKnown || !isAgain ? answer : say(talk, 'askedAgain')
  })
  return { said: [...new Set(said)], reason: askedAbout(talk, toTeam) }
}

/** Answers questions about matters that only the team knows, naming each matter. */
const answerMatters = (talk: Talk, matters: readonly string[]): Met => {
  const open = matters.filter((matter) => !talk.memory.questions.includes(matter))
  for (const matter of open) noteQuestion(talk, matter)
  if (open.length > 0) return { said: [say(talk, 'matters', { about: listed(open) })], reason: askedAbout(talk, open) }
  return { said: matters.length > 0 ? [say(talk, 'mattersAgain', { about: listed(matters) })] : [], reason: null }
}

/** Answers all further questions. Returns the replies and the first reason for calling a user. */
export const answerAll = (talk: Talk, playbook: Playbook): Met => {
  const matters = talk.understood.lines
    .filter((line) => line.isQuestion || asksToSend(line.folded) || playbook.besides(talk))
    .flatMap((line) => line.matters)
  const answered = answerMatters(talk, [...new Set(matters)])
  const simple = answerSimple(talk, playbook)
  const known = talk.known.map(({ said }) => said)
  return { said: [...known, ...simple.said, ...answered.said], reason: answered.reason ?? simple.reason }
}

/** Thanks for images, locations and documents, one sentence per type. Says so if a voice message cannot be understood. */
export const mediaReplies = (talk: Talk): string[] => {
  const phrases: Readonly<Record<string, Ways>> = ANY
  const banks = [...new Set(talk.understood.media)].slice(0, 2).map((type) => `media:${type}`)
  return banks.map((bank) => takeTurns(talk, bank, phrases[bank] ?? ANY['media:other']))
}

/** Returns the reason for calling a user for files that only a human can review, or null. */
export const mediaReason = (talk: Talk): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(talk.understood.media)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? because(talk, 'media', { kinds: listed(kinds) }) : null
}

/** Answers additional wishes: the guard's findings, no phone calls, a withdrawn message. */
export const wishesMet = (talk: Talk): Met => {
  const { memory, understood, screening } = talk
  const beside = screening.verdict?.kind === 'goes_along' ? screening.verdict : null
  const wantsText = understood.intents.has('byText')
  if (wantsText) memory.facts.byText = 'sim'
  return {
    said: [
      ...(beside?.said ?? []),
      ...(understood.intents.has('retract') ? [say(talk, 'retract')] : []),
      ...(wantsText ? [say(talk, 'byText')] : []),
    ],
    reason: beside?.reason ?? (wantsText ? because(talk, 'byText') : null),
  }
}

/** Returns the agreed day and hour, or those in the calendar, as text. Null if there is none. */
const whenItStands = (talk: Talk): string | null => {
  const [meeting] = meetingsOf(talk)
  if (whenText(talk)) return tell(talk, PLANS.stands.noted)
  return meeting ? tell(talk, PLANS.stands.inCalendar, { moment: momentOf(meeting, talk) }) : null
}

/** Answers questions about the agent itself and the agreed date without the team. */
export const ownAnswers = (talk: Talk, isFirst: boolean): string[] => {
  const { intents } = talk.understood
  const stands = intents.has('whenStands') ? whenItStands(talk) : null
  return [
    ...(intents.has('bot') ? [say(talk, 'bot')] : []),
    // The first greeting already says it.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [say(talk, 'who')] : []),
    ...(stands ? [takeTurns(talk, 'stands', PLANS.stands.asked, { stands })] : []),
  ]
}

/** Returns true if the agent could answer a question without the team. */
export const isOwnKnowledge = (intents: ReadonlySet<string>, talk: Talk): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && whenItStands(talk) !== null)
