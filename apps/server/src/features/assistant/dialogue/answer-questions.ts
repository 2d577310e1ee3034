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

/** Answer of one turn, before it is split into WhatsApp messages. */
export interface DialogueAnswer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Reason why the team must attend to the conversation, or null. */
  readonly reason: string | null
  /** How the agent introduces itself, if it has not yet done so in this conversation. 'not' for a danger or a farewell. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

/**
 * Creates an answer without a question. The default stage is the first one; it leaves the conversation's stage unchanged, because stages
 * never go back.
 */
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

/** Replies to a part of the lead's messages. `reason`: why the team must attend to the conversation, or null. */
export interface PartialReply {
  readonly said: string[]
  readonly reason: string | null
}

const MAX_TEAM_QUESTIONS = 5

/** Stores a question of the lead that the team must answer. Ignores empty and repeated questions, and those beyond MAX_TEAM_QUESTIONS. */
const storeTeamQuestion = ({ memory }: DialogueContext, question: string): void => {
  const isKnown = question === '' || memory.questions.includes(question)
  if (!isKnown && memory.questions.length < MAX_TEAM_QUESTIONS) memory.questions.push(question)
}

/** Replies that the team will answer a question, stores the question, and returns it as the reason for attention. */
export const deferQuestion = (talk: DialogueContext, { raw }: ParsedLine): PartialReply => {
  const question = cleanUpText(raw, 100)
  storeTeamQuestion(talk, question)
  return { said: [renderSharedPhrase(talk, 'deferred')], reason: formatAttentionReason(talk, 'asked', { question }) }
}

const formatQuestionReason = (talk: DialogueContext, matters: readonly string[]): string | null =>
  matters.length > 0 ? formatAttentionReason(talk, 'askedAbout', { about: formatList(matters) }) : null

/** Returns true if the lead's words answer the agent's own question instead of asking one: 'O preço' to the question what matters most. */
const answersPendingQuestion = ({ memory, understood }: DialogueContext, question: CommonQuestion): boolean =>
  question === 'price' && (memory.pending ?? '').startsWith('followUp') && !understood.lines.some(({ isQuestion }) => isQuestion)

/**
 * Answers common questions (price, hours, address, how it works) and stores them for the team. Requests attention if the playbook has no
 * answer and the question is repeated or cannot be put off.
 */
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

/**
 * Replies that the team will answer the given matters (for example 'o convênio'), naming each of them, and stores new ones for the team.
 */
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

/**
 * Answers the lead's questions: from the knowledge base, common ones from the playbook, and the others by deferring them to the team.
 * Returns the replies and the first reason for attention.
 */
export const answerQuestions = (talk: DialogueContext, playbook: Playbook): PartialReply => {
  const matters = talk.understood.lines
    .filter((line) => line.isQuestion || isSendRequest(line.folded) || playbook.besides(talk))
    .flatMap((line) => line.matters)
  const answered = answerTeamMatters(talk, [...new Set(matters)])
  const simple = answerCommonQuestions(talk, playbook)
  const known = talk.known.map(({ said }) => said)
  return { said: [...known, ...simple.said, ...answered.said], reason: answered.reason ?? simple.reason }
}

/**
 * Returns one sentence per message type that thanks for images, locations or documents, or admits that a voice message was not understood.
 * At most two.
 */
export const getMediaReplies = (talk: DialogueContext): string[] => {
  const phrases: Readonly<Record<string, Phrasings>> = ANY
  const banks = [...new Set(talk.understood.media)].slice(0, 2).map((type) => `media:${type}`)
  return banks.map((bank) => renderNextPhrasing(talk, bank, phrases[bank] ?? ANY['media:other']))
}

/** Returns the reason for attention if the lead sent files that only a human can review, otherwise null. */
export const getMediaReason = (talk: DialogueContext): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(talk.understood.media)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? formatAttentionReason(talk, 'media', { kinds: formatList(kinds) }) : null
}

/**
 * Replies to requests that accompany other content: no phone calls, a withdrawn message. Includes the sentences that the safety guard adds.
 */
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

/** Returns the agreed day and hour as text, or the lead's next meeting in the calendar. Returns null if there is neither. */
const formatAgreedTime = (talk: DialogueContext): string | null => {
  const [meeting] = getLeadMeetings(talk)
  if (formatAppointmentDate(talk)) return renderPhrase(talk, PLANS.stands.noted)
  return meeting ? renderPhrase(talk, PLANS.stands.inCalendar, { moment: formatMeetingTime(meeting, talk) }) : null
}

/** Answers questions about the agent itself and about the agreed date. These answers need no help of the team. */
export const answerAboutAgent = (talk: DialogueContext, isFirst: boolean): string[] => {
  const { intents } = talk.understood
  const stands = intents.has('whenStands') ? formatAgreedTime(talk) : null
  return [
    ...(intents.has('bot') ? [renderSharedPhrase(talk, 'bot')] : []),
    // The first greeting already introduces the agent.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [renderSharedPhrase(talk, 'who')] : []),
    ...(stands ? [renderNextPhrasing(talk, 'stands', PLANS.stands.asked, { stands })] : []),
  ]
}

/** Returns true if the intents contain a question that the agent can answer without the team. */
export const canAnswerWithoutTeam = (intents: ReadonlySet<string>, talk: DialogueContext): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && formatAgreedTime(talk) !== null)
