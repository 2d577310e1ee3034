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

/** One turn's answer before it is cut into bubbles. */
export interface Answer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Why a person should look; null when nobody need. */
  readonly reason: string | null
  /** How the agent introduces itself, if it has not yet; in danger or farewell there is no time for it. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

/** What is said, and nothing asked. Stages only rise, so the first one changes nothing. */
export const saying = (said: readonly string[], reason: string | null = null, rest: Partial<Answer> = {}): Answer => ({
  said,
  question: null,
  stage: 'conexao',
  reason,
  greets: 'not',
  ...rest,
})

/** What is said to something, and why a person should look. */
export interface Met {
  readonly said: string[]
  readonly reason: string | null
}

const MOST_QUESTIONS = 5

/** Remembers a question that the team has to answer. */
const noteQuestion = ({ memory }: Talk, question: string): void => {
  const isKnown = question === '' || memory.questions.includes(question)
  if (!isKnown && memory.questions.length < MOST_QUESTIONS) memory.questions.push(question)
}

/** A question that only the team can answer. */
export const defer = (talk: Talk, { raw }: Line): Met => {
  const question = tidy(raw, 100)
  noteQuestion(talk, question)
  return { said: [say(talk, 'deferred')], reason: because(talk, 'asked', { question }) }
}

const askedAbout = (talk: Talk, matters: readonly string[]): string | null =>
  matters.length > 0 ? because(talk, 'askedAbout', { about: listed(matters) }) : null

/** 'O preço', to what weighs most. */
const answersWhatWasAsked = ({ memory, understood }: Talk, question: Question): boolean =>
  question === 'price' && (memory.pending ?? '').startsWith('followUp') && !understood.lines.some(({ isQuestion }) => isQuestion)

/** Answers to simple questions, each noted for the team; asked again, or answered with 'já deixei pedido', they call it. */
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

/** What the lead asks about that only the team knows, each matter named back. */
const answerMatters = (talk: Talk, matters: readonly string[]): Met => {
  const open = matters.filter((matter) => !talk.memory.questions.includes(matter))
  for (const matter of open) noteQuestion(talk, matter)
  if (open.length > 0) return { said: [say(talk, 'matters', { about: listed(open) })], reason: askedAbout(talk, open) }
  return { said: matters.length > 0 ? [say(talk, 'mattersAgain', { about: listed(matters) })] : [], reason: null }
}

/** Everything asked besides, each named back; the first reason to look. */
export const answerAll = (talk: Talk, playbook: Playbook): Met => {
  const matters = talk.understood.lines
    .filter((line) => line.isQuestion || asksToSend(line.folded) || playbook.besides(talk))
    .flatMap((line) => line.matters)
  const answered = answerMatters(talk, [...new Set(matters)])
  const simple = answerSimple(talk, playbook)
  const known = talk.known.map(({ said }) => said)
  return { said: [...known, ...simple.said, ...answered.said], reason: answered.reason ?? simple.reason }
}

/** Thanks for pictures, places and papers, one sentence for each kind; says so when a voice message cannot be understood. */
export const mediaReplies = (talk: Talk): string[] => {
  const phrases: Readonly<Record<string, Ways>> = ANY
  const banks = [...new Set(talk.understood.media)].slice(0, 2).map((type) => `media:${type}`)
  return banks.map((bank) => takeTurns(talk, bank, phrases[bank] ?? ANY['media:other']))
}

/** What only a person can listen to or look at, and was promised to be. */
export const mediaReason = (talk: Talk): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(talk.understood.media)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? because(talk, 'media', { kinds: listed(kinds) }) : null
}

/** What is met beside everything else: what the guard found, no calls wanted, a message taken back. */
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

/** Day and hour as they were noted here, else as they stand in the calendar. */
const whenItStands = (talk: Talk): string | null => {
  const [meeting] = meetingsOf(talk)
  if (whenText(talk)) return tell(talk, PLANS.stands.noted)
  return meeting ? tell(talk, PLANS.stands.inCalendar, { moment: momentOf(meeting, talk) }) : null
}

/** What the agent knows without the team: that it is a machine, who it is and for whom, and which date stands. */
export const ownAnswers = (talk: Talk, isFirst: boolean): string[] => {
  const { intents } = talk.understood
  const stands = intents.has('whenStands') ? whenItStands(talk) : null
  return [
    ...(intents.has('bot') ? [say(talk, 'bot')] : []),
    // The first greeting says it anyway.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [say(talk, 'who')] : []),
    ...(stands ? [takeTurns(talk, 'stands', PLANS.stands.asked, { stands })] : []),
  ]
}

/** True when a question was answered out of what the agent knows itself. */
export const isOwnKnowledge = (intents: ReadonlySet<string>, talk: Talk): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && whenItStands(talk) !== null)
