import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import type { ParsedLine } from '../understanding/parse-messages.ts'
import { cleanUpText } from '../understanding/text/normalize-text.ts'
import { isSendRequest } from '../understanding/values/business-facts.ts'
import { formatAppointmentDate } from './appointments/appointment-state.ts'
import { formatMeetingTime, getLeadMeetings } from './appointments/lead-meetings.ts'
import {
  type DialogueContext,
  formatAttentionReason,
  formatList,
  getUseCount,
  type Phrasings,
  renderNextPhrasing,
  renderPhrase,
  renderSharedPhrase,
} from './dialogue-context.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import type { CommonQuestion, Playbook } from './playbooks/playbook.ts'

/** One turn's answer before it is split into messages. */
export interface DialogueAnswer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Reason for calling a user, or null. */
  readonly reason: string | null
  /** How the agent introduces itself if it has not yet. 'not' for a danger or a farewell. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

/** Creates an answer without a question. The first stage changes nothing, because stages only rise. */
export const createAnswer = (
  said: readonly string[],
  reason: string | null = null,
  rest: Partial<DialogueAnswer> = {},
): DialogueAnswer => ({
  said,
  question: null,
  stage: 'conexao',
  reason,
  greets: 'not',
  ...rest,
})

/** Replies to part of a message, and the reason for calling a user, if any. */
export interface PartialReply {
  readonly said: string[]
  readonly reason: string | null
}

const MAX_TEAM_QUESTIONS = 5

/** Stores a question for the team. */
const storeTeamQuestion = ({ memory }: DialogueContext, question: string): void => {
  const isKnown = question === '' || memory.questions.includes(question)
  if (!isKnown && memory.questions.length < MAX_TEAM_QUESTIONS) memory.questions.push(question)
}

/** Defers a question that only the team can answer. */
export const deferQuestion = (talk: DialogueContext, { raw }: ParsedLine): PartialReply => {
  const question = cleanUpText(raw, 100)
  storeTeamQuestion(talk, question)
  return { said: [renderSharedPhrase(talk, 'deferred')], reason: formatAttentionReason(talk, 'asked', { question }) }
}

const formatQuestionReason = (talk: DialogueContext, matters: readonly string[]): string | null =>
  matters.length > 0 ? formatAttentionReason(talk, 'askedAbout', { about: formatList(matters) }) : null

/** Returns true if the line answers our own question: 'O preço' to what matters most. */
const answersPendingQuestion = ({ memory, understood }: DialogueContext, question: CommonQuestion): boolean =>
  question === 'price' && (memory.pending ?? '').startsWith('followUp') && !understood.lines.some(({ isQuestion }) => isQuestion)

/** Answers simple questions and stores each for the team. Calls the team if one is repeated or was only deferred. */
const answerCommonQuestions = (talk: DialogueContext, playbook: Playbook): PartialReply => {
  const asked = (Object.keys(TEAM.matters) as CommonQuestion[])
    .filter((question) => talk.understood.intents.has(question) && !answersPendingQuestion(talk, question))
    .slice(0, 2)
  const toTeam: string[] = []
  const said = asked.map((question) => {
    const isKnown = playbook.knows.includes(question)
    const isAgain = getUseCount(talk, `faq:${question}`) > 0
    if (question !== 'how') storeTeamQuestion(talk, TEAM.matters[question])
    if (!isKnown && (isAgain || question !== playbook.putsOff)) toTeam.push(TEAM.matters[question])
    const answer = renderNextPhrasing(talk, `faq:${question}`, playbook.answers[question])
    return isKnown || !isAgain ? answer : renderSharedPhrase(talk, 'askedAgain')
  })
  return { said: [...new Set(said)], reason: formatQuestionReason(talk, toTeam) }
}

/** Answers questions about matters that only the team knows, naming each matter. */
const answerTeamMatters = (talk: DialogueContext, matters: readonly string[]): PartialReply => {
  const open = matters.filter((matter) => !talk.memory.questions.includes(matter))
  for (const matter of open) storeTeamQuestion(talk, matter)
  if (open.length > 0)
    return { said: [renderSharedPhrase(talk, 'matters', { about: formatList(open) })], reason: formatQuestionReason(talk, open) }
  return {
    said: matters.length > 0 ? [renderSharedPhrase(talk, 'mattersAgain', { about: formatList(matters) })] : [],
    reason: null,
  }
}

/** Answers all further questions. Returns the replies and the first reason for calling a user. */
export const answerQuestions = (talk: DialogueContext, playbook: Playbook): PartialReply => {
  const matters = talk.understood.lines
    .filter((line) => line.isQuestion || isSendRequest(line.folded) || playbook.besides(talk))
    .flatMap((line) => line.matters)
  const answered = answerTeamMatters(talk, [...new Set(matters)])
  const simple = answerCommonQuestions(talk, playbook)
  const known = talk.known.map(({ said }) => said)
  return { said: [...known, ...simple.said, ...answered.said], reason: answered.reason ?? simple.reason }
}

/** Thanks for images, locations and documents, one sentence per type. Says so if a voice message cannot be understood. */
export const getMediaReplies = (talk: DialogueContext): string[] => {
  const phrases: Readonly<Record<string, Phrasings>> = ANY
  const banks = [...new Set(talk.understood.media)].slice(0, 2).map((type) => `media:${type}`)
  return banks.map((bank) => renderNextPhrasing(talk, bank, phrases[bank] ?? ANY['media:other']))
}

/** Returns the reason for calling a user for files that only a human can review, or null. */
export const getMediaReason = (talk: DialogueContext): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(talk.understood.media)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? formatAttentionReason(talk, 'media', { kinds: formatList(kinds) }) : null
}

/** Answers additional wishes: the guard's findings, no phone calls, a withdrawn message. */
export const answerWishes = (talk: DialogueContext): PartialReply => {
  const { memory, understood, screening } = talk
  const beside = screening.verdict?.kind === 'goes_along' ? screening.verdict : null
  const wantsText = understood.intents.has('byText')
  if (wantsText) memory.facts.byText = 'sim'
  return {
    said: [
      ...(beside?.said ?? []),
      ...(understood.intents.has('retract') ? [renderSharedPhrase(talk, 'retract')] : []),
      ...(wantsText ? [renderSharedPhrase(talk, 'byText')] : []),
    ],
    reason: beside?.reason ?? (wantsText ? formatAttentionReason(talk, 'byText') : null),
  }
}

/** Returns the agreed day and hour, or those in the calendar, as text. Null if there is none. */
const formatAgreedTime = (talk: DialogueContext): string | null => {
  const [meeting] = getLeadMeetings(talk)
  if (formatAppointmentDate(talk)) return renderPhrase(talk, PLANS.stands.noted)
  return meeting ? renderPhrase(talk, PLANS.stands.inCalendar, { moment: formatMeetingTime(meeting, talk) }) : null
}

/** Answers questions about the agent itself and the agreed date without the team. */
export const answerAboutAgent = (talk: DialogueContext, isFirst: boolean): string[] => {
  const { intents } = talk.understood
  const stands = intents.has('whenStands') ? formatAgreedTime(talk) : null
  return [
    ...(intents.has('bot') ? [renderSharedPhrase(talk, 'bot')] : []),
    // The first greeting already says it.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [renderSharedPhrase(talk, 'who')] : []),
    ...(stands ? [renderNextPhrasing(talk, 'stands', PLANS.stands.asked, { stands })] : []),
  ]
}

/** Returns true if the agent could answer a question without the team. */
export const canAnswerWithoutTeam = (intents: ReadonlySet<string>, talk: DialogueContext): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && formatAgreedTime(talk) !== null)
