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

/** The agent's answer to the lead, before it is split into WhatsApp messages. */
export interface DialogueAnswer {
  readonly replies: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Reason for which the team must attend to the conversation. Null if it need not. */
  readonly attentionReason: string | null
  /** How the agent introduces itself, if it has not done so before. 'not': no introduction, for example after a refusal. */
  readonly greeting: 'fully' | 'briefly' | 'not'
}

/** Creates an answer without a question. The default stage is the lowest one: a conversation keeps its stage if that is higher. */
export const createAnswer = (
  replies: readonly string[],
  attentionReason: string | null = null,
  options: Partial<DialogueAnswer> = {},
): DialogueAnswer => ({
  replies,
  question: null,
  stage: 'conexao',
  attentionReason,
  greeting: 'not',
  ...options,
})

/** Replies to one part of the lead's messages, and the reason to notify the team (null if there is none). */
export interface PartialReply {
  readonly replies: string[]
  readonly attentionReason: string | null
}

const MAX_TEAM_QUESTIONS = 5

/** Stores a question for the team. Ignores empty and repeated questions, and those beyond MAX_TEAM_QUESTIONS. */
const storeTeamQuestion = ({ memory }: DialogueContext, question: string): void => {
  const isIgnored = question === '' || memory.questions.includes(question)
  if (!isIgnored && memory.questions.length < MAX_TEAM_QUESTIONS) memory.questions.push(question)
}

/** Stores a question for the team and replies that the team will answer it. */
export const deferQuestion = (context: DialogueContext, { raw }: ParsedLine): PartialReply => {
  const question = cleanUpText(raw, 100)
  storeTeamQuestion(context, question)
  return {
    replies: [renderSharedPhrase(context, 'deferred')],
    attentionReason: formatAttentionReason(context, 'asked', { question }),
  }
}

const formatQuestionReason = (context: DialogueContext, teamMatters: readonly string[]): string | null =>
  teamMatters.length > 0 ? formatAttentionReason(context, 'askedAbout', { about: formatList(teamMatters) }) : null

/** Returns true if 'price' is the lead's answer to the agent's question, not a question: 'O preço' after 'What matters most?'. */
const answersPendingQuestion = ({ memory, parsedMessages }: DialogueContext, question: CommonQuestion): boolean =>
  question === 'price' &&
  (memory.pending ?? '').startsWith('followUp') &&
  !parsedMessages.lines.some(({ isQuestion }) => isQuestion)

/**
 * Answers common questions (price, hours, address, how it works) and stores them for the team. Notifies the team of those without an
 * answer, except when a deferrable one is asked for the first time.
 */
const answerCommonQuestions = (context: DialogueContext, playbook: Playbook): PartialReply => {
  const askedQuestions = (Object.keys(TEAM.matters) as CommonQuestion[])
    .filter((question) => context.parsedMessages.intents.has(question) && !answersPendingQuestion(context, question))
    .slice(0, 2)
  const teamTopics: string[] = []
  const replies = askedQuestions.map((question) => {
    const isAnswerable = playbook.answerableQuestions.includes(question)
    const isRepeated = getUseCount(context, `faq:${question}`) > 0
    if (question !== 'how') storeTeamQuestion(context, TEAM.matters[question])
    if (!isAnswerable && (isRepeated || question !== playbook.deferredQuestion)) teamTopics.push(TEAM.matters[question])
    const answer = renderNextPhrasing(context, `faq:${question}`, playbook.answers[question])
    return isAnswerable || !isRepeated ? answer : renderSharedPhrase(context, 'askedAgain')
  })
  return { replies: [...new Set(replies)], attentionReason: formatQuestionReason(context, teamTopics) }
}

/** Replies that the team will answer the given matters, for example 'o convênio'. Stores matters that are new. */
const answerTeamMatters = (context: DialogueContext, teamMatters: readonly string[]): PartialReply => {
  const newMatters = teamMatters.filter((matter) => !context.memory.questions.includes(matter))
  for (const matter of newMatters) storeTeamQuestion(context, matter)
  if (newMatters.length > 0)
    return {
      replies: [renderSharedPhrase(context, 'matters', { about: formatList(newMatters) })],
      attentionReason: formatQuestionReason(context, newMatters),
    }
  return {
    replies: teamMatters.length > 0 ? [renderSharedPhrase(context, 'mattersAgain', { about: formatList(teamMatters) })] : [],
    attentionReason: null,
  }
}

/** Answers questions from the knowledge base or the playbook, and defers the others to the team. */
export const answerQuestions = (context: DialogueContext, playbook: Playbook): PartialReply => {
  const teamMatters = context.parsedMessages.lines
    .filter((line) => line.isQuestion || isSendRequest(line.normalizedText) || playbook.mayAskSomethingElse(context))
    .flatMap((line) => line.teamMatters)
  const teamReply = answerTeamMatters(context, [...new Set(teamMatters)])
  const commonReply = answerCommonQuestions(context, playbook)
  const knowledgeReplies = context.knowledgeAnswers.map(({ said }) => said)
  return {
    replies: [...knowledgeReplies, ...commonReply.replies, ...teamReply.replies],
    attentionReason: teamReply.attentionReason ?? commonReply.attentionReason,
  }
}

/**
 * Returns a sentence for each type of attachment, for at most two types: thanks, or an apology for a voice message without a transcript.
 */
export const getMediaReplies = (context: DialogueContext): string[] => {
  const phrases: Readonly<Record<string, Phrasings>> = ANY
  const phraseKeys = [...new Set(context.parsedMessages.mediaTypes)].slice(0, 2).map((type) => `media:${type}`)
  return phraseKeys.map((phraseKey) => renderNextPhrasing(context, phraseKey, phrases[phraseKey] ?? ANY['media:other']))
}

/** Returns the reason to notify the team of attachments that only a human can review. Returns null if there are none. */
export const getMediaReason = (context: DialogueContext): string | null => {
  const names: Readonly<Record<string, string>> = TEAM.media
  const kinds = [...new Set(context.parsedMessages.mediaTypes)].flatMap((type) => names[type] ?? [])
  return kinds.length > 0 ? formatAttentionReason(context, 'media', { kinds: formatList(kinds) }) : null
}

/** Replies to side requests (no phone calls, ignore a message), preceded by sentences of the safety guard. */
export const answerSideRequests = (context: DialogueContext): PartialReply => {
  const { memory, parsedMessages, guardResult } = context
  const additionalVerdict = guardResult.verdict?.kind === 'goes_along' ? guardResult.verdict : null
  const wantsText = parsedMessages.intents.has('byText')
  if (wantsText) memory.facts.byText = 'sim'
  return {
    replies: [
      ...(additionalVerdict?.reply ?? []),
      ...(parsedMessages.intents.has('retract') ? [renderSharedPhrase(context, 'retract')] : []),
      ...(wantsText ? [renderSharedPhrase(context, 'byText')] : []),
    ],
    attentionReason: additionalVerdict?.attentionReason ?? (wantsText ? formatAttentionReason(context, 'byText') : null),
  }
}

/** Returns the agreed day and hour as text, or the lead's next meeting in the calendar. Returns null if there is neither. */
const formatAgreedTime = (context: DialogueContext): string | null => {
  const [meeting] = getLeadMeetings(context)
  if (formatAppointmentDate(context)) return renderPhrase(context, PLANS.stands.noted)
  return meeting ? renderPhrase(context, PLANS.stands.inCalendar, { moment: formatMeetingTime(meeting, context) }) : null
}

/** Answers questions about the agent itself and about the agreed date. */
export const answerAboutAgent = (context: DialogueContext, isFirst: boolean): string[] => {
  const { intents } = context.parsedMessages
  const agreedTime = intents.has('whenStands') ? formatAgreedTime(context) : null
  return [
    ...(intents.has('bot') ? [renderSharedPhrase(context, 'bot')] : []),
    // The first greeting already introduces the agent.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [renderSharedPhrase(context, 'who')] : []),
    ...(agreedTime ? [renderNextPhrasing(context, 'stands', PLANS.stands.asked, { stands: agreedTime })] : []),
  ]
}

/** Returns true if the intents include a question that the agent can answer without the team. */
export const canAnswerWithoutTeam = (intents: ReadonlySet<string>, context: DialogueContext): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && formatAgreedTime(context) !== null)
