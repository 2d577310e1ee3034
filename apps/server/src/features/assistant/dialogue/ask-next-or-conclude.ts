import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import { NO_INTEREST_STATUS } from '../guard/before/guard-rules.ts'
import { truncateReason } from '../guard/guard-log.ts'
import type { ParsedLine } from '../understanding/parse-messages.ts'
import { cleanUpText } from '../understanding/text/normalize-text.ts'
import { hasContent, isBackchannel } from '../understanding/values/business-facts.ts'
import { canAnswerWithoutTeam, createAnswer, type DialogueAnswer, deferQuestion } from './answer-questions.ts'
import { completeDateChange } from './appointments/apply-appointment-changes.ts'
import {
  formatAppointmentDate,
  formatPreviousDate,
  getCancelledAppointment,
  getPreviousDate,
  isMovingExternalAppointment,
} from './appointments/appointment-state.ts'
import { hasDayOrHour } from './appointments/date-mentions.ts'
import { askForFreeTime, formatCalendarOutcome, moveMeeting } from './appointments/lead-meetings.ts'
import {
  type DialogueContext,
  formatAttentionReason,
  getFact,
  getPhrasings,
  getUseCount,
  isUserCalled,
  renderPhrase,
  renderSharedPhrase,
  renderSharedPhraseAtMost,
} from './dialogue-context.ts'
import { getActiveTopics, hasAnswer } from './learn-facts.ts'
import { isMeaningless } from './meaningless.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { buildConclusion, type Conclusion, type Playbook } from './playbooks/playbook.ts'
import { getDateCaveat } from './topics/date-topics.ts'
import type { Topic } from './topics/topic.ts'
import { answerWithoutQuestion, type TurnProgress } from './turn-progress.ts'

/** Returns true if a question of the lead was already handled as a date ('Pode ser terça?') or stored as details. */
const isQuestionHandled = (line: ParsedLine, context: DialogueContext): boolean =>
  hasDayOrHour(line, context) || (context.memory.facts.details?.includes(cleanUpText(line.raw, 40)) ?? false)

const isUnansweredQuestion = (
  { normalizedText, intents, isQuestion, isNonsense, teamMatters }: ParsedLine,
  context: DialogueContext,
): boolean => {
  const isMoreThanGreeting = intents.size === 1 && intents.has('greeting') && normalizedText.split(' ').length > 4
  const isUnknownDate = intents.has('whenStands') && !canAnswerWithoutTeam(intents, context)
  return (
    isQuestion &&
    !isNonsense &&
    (intents.size === 0 || isMoreThanGreeting || isUnknownDate) &&
    teamMatters.length === 0 &&
    hasContent(normalizedText)
  )
}

/**
 * Adds a reply to `turn.replies` if the lead writes in another language or asks what only the team can answer. Notifies the team of either.
 */
export const declineOrDefer = (turn: TurnProgress): void => {
  const { context, replies, learnedFacts } = turn
  const { lines, intents } = context.parsedMessages
  if (intents.has('foreign')) {
    replies.push(renderSharedPhrase(context, 'foreign'))
    turn.attentionReason ??= formatAttentionReason(context, 'foreign')
    return
  }
  const openQuestion = lines.find((line) => isUnansweredQuestion(line, context))
  const isOnlyMessage =
    lines.length === 1 && (learnedFacts.acknowledgements.some(({ key }) => key !== 'need') || turn.hasDateReminder)
  if (!openQuestion || isOnlyMessage || (learnedFacts.hasNewFacts && isQuestionHandled(openQuestion, context))) return
  const deferred = deferQuestion(context, openQuestion)
  replies.push(...deferred.replies)
  turn.attentionReason ??= deferred.attentionReason
}

const MISSES_BEFORE_HAND_OVER = 2
/** Beginning of the reason for attention that `formatAttentionReason` builds for 'notUnderstood'. */
const NOT_UNDERSTOOD_PREFIX = TEAM.reasons.notUnderstood.split(':')[0] ?? ''

/**
 * Requests a user of the team after two misunderstood turns, or if no question is left. If one was already requested, only asks the lead to
 * wait, at most twice.
 */
const handOverNotUnderstood = (context: DialogueContext, stage: Stage, previousReplies: readonly string[]): DialogueAnswer => {
  const { memory } = context
  const isFirstCall = !isUserCalled(context)
  const attentionReason = formatAttentionReason(context, memory.misses > 0 ? 'notUnderstood' : 'noAnswer')
  memory.called ??= attentionReason
  memory.misses = 0
  const replies = isFirstCall ? [renderSharedPhrase(context, 'callPerson')] : renderSharedPhraseAtMost(2, context, 'waiting')
  return createAnswer([...previousReplies, ...replies], attentionReason, { stage, greeting: 'fully' })
}

/**
 * Handles messages that the agent did not understand. After the first turn, adds an apology; after the second in a row, requests a user of
 * the team. Returns null if the next question may follow.
 */
export const handleMisunderstanding = (turn: TurnProgress): DialogueAnswer | null => {
  const { context, acknowledgements, replies, learnedFacts, isFirstAnswer, stage } = turn
  const { parsedMessages, memory } = context
  const isGreeting = parsedMessages.intents.has('greeting')
  const isAnswered = acknowledgements.length + replies.length > 0
  const isNothingNew = !learnedFacts.hasNewFacts && !isAnswered
  const isOnlyBackchannel =
    parsedMessages.mediaTypes.length === 0 && parsedMessages.lines.every(({ normalizedText }) => isBackchannel(normalizedText))
  if (isNothingNew && isOnlyBackchannel && !isGreeting && !isFirstAnswer)
    return isUserCalled(context) ? answerWithoutQuestion(turn) : null
  // Also true if the messages contained little to understand.
  const isUnderstood =
    !isNothingNew || isGreeting || parsedMessages.intents.has('meeting') || (isFirstAnswer && !isMeaningless(context))
  memory.misses = isUnderstood ? 0 : memory.misses + 1
  if (memory.misses >= MISSES_BEFORE_HAND_OVER || (!isUnderstood && isUserCalled(context)))
    return handOverNotUnderstood(context, stage, [])
  // Meaningless text gets neither an acknowledgement nor the next question (2-agents §2).
  if (!isUnderstood && isMeaningless(context))
    return { ...answerWithoutQuestion(turn, renderSharedPhrase(context, 'meaningless')), greeting: 'briefly' }
  if (!isUnderstood) replies.push(renderSharedPhrase(context, 'notUnderstood'))
  const isOnlyGreeting = isGreeting && isNothingNew && !isFirstAnswer
  if (isOnlyGreeting && isUserCalled(context))
    return answerWithoutQuestion(turn, ...renderSharedPhraseAtMost(2, context, 'waiting'))
  if (isOnlyGreeting) replies.push(renderSharedPhrase(context, 'again'))
  if (learnedFacts.hasNewFacts && memory.called?.startsWith(NOT_UNDERSTOOD_PREFIX)) memory.called = null
  return null
}

/** Maximum number of times that the agent asks the same question. Partial answers and cancelled dates allow more. */
const MAX_ASKS_PER_TOPIC = 2

/** Keys of topics (questions of the agent) whose answers the team needs. */
const ESSENTIAL_TOPICS = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** Marks an unanswered essential question, so that it may be asked once more after all other questions. */
const markInterrupted = ({ memory }: DialogueContext): void => {
  if (ESSENTIAL_TOPICS.has(memory.pending ?? '')) memory.used[`put off:${memory.pending}`] = 1
}

const getQuestionPhrasings = (topic: Topic, context: DialogueContext): string[] =>
  (topic.getQuestionVariants?.(context) ?? ['']).flatMap((variant) => getPhrasings(topic.phrases, 'ask', variant))
const getAskCount = ({ key }: Topic, { memory }: DialogueContext): number => memory.asked[key] ?? 0

/**
 * Returns true if the agent may ask for a topic: the value is missing, the topic applies, and unused wording is left. `isLast`: allow
 * interrupted questions once more.
 */
const mayAsk = (topic: Topic, context: DialogueContext, isLast: boolean): boolean => {
  const { key } = topic
  if (hasAnswer(topic, context) || context.memory.skipped.includes(key) || topic.isApplicable?.(context) === false) return false
  const maxAsks = MAX_ASKS_PER_TOPIC + getUseCount(context, `more:${key}`) + (isLast ? getUseCount(context, `put off:${key}`) : 0)
  return getAskCount(topic, context) < Math.min(maxAsks, getQuestionPhrasings(topic, context).length)
}

/** Returns the next topic to ask for, or null. After a cancellation, only a new date is requested. */
const findNextTopic = (context: DialogueContext, playbook: Playbook): Topic | null => {
  const isOpen = getCancelledAppointment(context) === null || getFact(context, 'another') === 'sim'
  const topics = isOpen
    ? getActiveTopics(playbook, context)
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && getFact(context, 'another') !== null))
  return [false, true].flatMap((isLast) => topics.find((topic) => mayAsk(topic, context, isLast)) ?? [])[0] ?? null
}

/** Returns a topic's question in unused words, and marks the topic as pending. */
const askTopic = (topic: Topic, context: DialogueContext): string => {
  const askCount = getAskCount(topic, context)
  context.memory.asked[topic.key] = askCount + 1
  context.memory.pending = topic.key
  return renderPhrase(context, getQuestionPhrasings(topic, context)[askCount] ?? '', topic.getPhraseValues?.(context))
}

const NO_INTEREST_CONCLUSION: Conclusion = { replies: [], stage: 'conexao', status: NO_INTEREST_STATUS, attentionReason: null }

/** Builds a conclusion with a status of at most 60 characters, which is all that the team's list shows. */
const buildShortConclusion = (...args: Parameters<typeof buildConclusion>): Conclusion => {
  const conclusion = buildConclusion(...args)
  return { ...conclusion, status: conclusion.status.slice(0, 60) }
}

/** Builds the conclusion after a cancellation without a new date. */
const buildCancellationConclusion = (context: DialogueContext): Conclusion => {
  const phrases = PLANS.calledOff
  const outcome = getCancelledAppointment(context) === PLANS.elsewhere ? phrases['outcome elsewhere'] : phrases.outcome
  return buildShortConclusion(context, phrases, 'agendamento', { outcome })
}

const buildMoveConclusion = (context: DialogueContext): Conclusion => {
  const phrases = PLANS.moved
  const was = formatPreviousDate(context) ?? PLANS.elsewhere
  const reply = context.meetingChange ? phrases['reply done'] : phrases.reply
  const from = was === PLANS.elsewhere ? was : renderPhrase(context, phrases.from, { was })
  return buildShortConclusion(context, { ...phrases, reply }, 'agendamento', {
    to: formatAppointmentDate(context) || phrases.open,
    from,
  })
}

/** Returns the conclusion that fits the conversation: cancelled, moved, no interest, or the playbook's own. */
export const getConclusion = (context: DialogueContext, playbook: Playbook): Conclusion => {
  if (getCancelledAppointment(context) !== null) return buildCancellationConclusion(context)
  if (isMovingExternalAppointment(context)) return buildMoveConclusion(context)
  return getFact(context, 'noInterest') === null ? playbook.conclude(context) : NO_INTEREST_CONCLUSION
}

/**
 * Concludes the conversation and confirms the agreement once. If the same conclusion was already sent, only acknowledges the new messages.
 * `dateCaveat`: warning about the agreed date, or null.
 */
const concludeConversation = (turn: TurnProgress, dateCaveat: string | null): DialogueAnswer => {
  const { context, playbook, acknowledgements, replies, learnedFacts, greeting, attentionReason } = turn
  const { memory } = context
  const was = getPreviousDate(context)?.text
  const conclusion = getConclusion(context, playbook)
  const exclusiveTexts = learnedFacts.acknowledgements.filter(({ isExclusive }) => isExclusive).map(({ text }) => text)
  if (turn.wasConcluded && memory.facts.ended === conclusion.status) {
    const followUpReplies = [...exclusiveTexts, ...replies, ...renderSharedPhraseAtMost(12, context, 'noted')]
    return createAnswer(followUpReplies, formatAttentionReason(context, 'afterTheEnd'), {
      stage: conclusion.stage,
      greeting: 'fully',
    })
  }
  memory.facts.ended = conclusion.status
  memory.pending = null
  memory.concluded = true
  completeDateChange(context)
  const { attentionReason: attention } = conclusion
  const movedText =
    was && attention && renderPhrase(context, PLANS.moved.before, { attention, was, outcome: formatCalendarOutcome(context) })
  return createAnswer(
    [
      ...(exclusiveTexts.length > 0 || greeting === 'briefly' ? acknowledgements : []),
      ...replies,
      ...conclusion.replies,
      ...(dateCaveat ? [dateCaveat] : []),
    ],
    attention === null ? attentionReason : truncateReason(movedText || attention),
    { stage: conclusion.stage, greeting },
  )
}

/** Asks the next question, or concludes the conversation if none is left. */
export const askNextOrConclude = (turn: TurnProgress): DialogueAnswer => {
  const { context, playbook, acknowledgements, replies, learnedFacts, greeting, attentionReason, stage } = turn
  const { memory } = context
  if (memory.pending && (learnedFacts.hasNewFacts || replies.length > 0)) markInterrupted(context)
  const topic = findNextTopic(context, playbook)
  if (topic) {
    memory.concluded = false
    return {
      replies: [...acknowledgements, ...replies],
      question: askTopic(topic, context),
      stage: topic.stage,
      attentionReason,
      greeting,
    }
  }
  if (!learnedFacts.hasNewFacts && !turn.wasConcluded) return handOverNotUnderstood(context, stage, replies)
  const dateCaveat = getDateCaveat(context)
  if (getPreviousDate(context)?.text && !dateCaveat) moveMeeting(context)
  const freeTimeQuestion = askForFreeTime(context)
  return freeTimeQuestion
    ? { replies, question: freeTimeQuestion.question, stage, attentionReason: freeTimeQuestion.reason, greeting }
    : concludeConversation(turn, dateCaveat)
}
