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

/**
 * Returns true if a question of the lead was already used otherwise: as an appointment date ('Pode ser terça?') or as part of the stored
 * details.
 */
const isQuestionHandled = (line: ParsedLine, talk: DialogueContext): boolean =>
  hasDayOrHour(line, talk) || (talk.memory.facts.details?.includes(cleanUpText(line.raw, 40)) ?? false)

/** Returns true if a sentence is a question that the playbook cannot answer. */
const isUnansweredQuestion = (
  { folded, intents, isQuestion, isNonsense, matters }: ParsedLine,
  talk: DialogueContext,
): boolean => {
  const isMore = intents.size === 1 && intents.has('greeting') && folded.split(' ').length > 4
  const isUnknownDate = intents.has('whenStands') && !canAnswerWithoutTeam(intents, talk)
  return (
    isQuestion && !isNonsense && (intents.size === 0 || isMore || isUnknownDate) && matters.length === 0 && hasContent(folded)
  )
}

/**
 * Adds a reply to `turn.said` if the lead writes in another language, or asks a question that only the team can answer. Sets the reason for
 * attention.
 */
export const declineOrDefer = (turn: TurnProgress): void => {
  const { talk, said, learned } = turn
  const { lines, intents } = talk.understood
  if (intents.has('foreign')) {
    said.push(renderSharedPhrase(talk, 'foreign'))
    turn.reason ??= formatAttentionReason(talk, 'foreign')
    return
  }
  const open = lines.find((line) => isUnansweredQuestion(line, talk))
  const isAllThatWasSaid = lines.length === 1 && (learned.acks.some(({ key }) => key !== 'need') || turn.isReminded)
  if (!open || isAllThatWasSaid || (learned.isUnderstood && isQuestionHandled(open, talk))) return
  const deferred = deferQuestion(talk, open)
  said.push(...deferred.said)
  turn.reason ??= deferred.reason
}

const MISSES_BEFORE_HAND_OVER = 2
/** Beginning of the attention reason for messages that the agent did not understand. */
const NOT_UNDERSTOOD_PREFIX = TEAM.reasons.notUnderstood.split(':')[0] ?? ''

/**
 * Returns an answer that requests a user of the team, because the agent did not understand two turns in a row or has no question left. If a
 * user was already requested, only asks the lead to wait, at most twice.
 */
const handOverNotUnderstood = (talk: DialogueContext, stage: Stage, answered: readonly string[]): DialogueAnswer => {
  const { memory } = talk
  const isFirstCall = !isUserCalled(talk)
  const reason = formatAttentionReason(talk, memory.misses > 0 ? 'notUnderstood' : 'noAnswer')
  memory.called ??= reason
  memory.misses = 0
  const said = isFirstCall ? [renderSharedPhrase(talk, 'callPerson')] : renderSharedPhraseAtMost(2, talk, 'waiting')
  return createAnswer([...answered, ...said], reason, { stage, greets: 'fully' })
}

/**
 * Counts consecutive turns that the agent did not understand. After the first, adds a reply that says so; after the second, requests a user
 * of the team. Returns null if the turn continues with the next question.
 */
export const handleMisunderstanding = (turn: TurnProgress): DialogueAnswer | null => {
  const { talk, acks, said, learned, isFirst, stage } = turn
  const { understood, memory } = talk
  const greeted = understood.intents.has('greeting')
  const isAnswered = acks.length + said.length > 0
  const isNothingNew = !learned.isUnderstood && !isAnswered
  const murmurs = understood.media.length === 0 && understood.lines.every(({ folded }) => isBackchannel(folded))
  if (isNothingNew && murmurs && !greeted && !isFirst) return isUserCalled(talk) ? answerWithoutQuestion(turn) : null
  // The agent understood something, or the messages contained little to understand.
  const isMet = !isNothingNew || greeted || understood.intents.has('meeting') || (isFirst && !isMeaningless(talk))
  memory.misses = isMet ? 0 : memory.misses + 1
  if (memory.misses >= MISSES_BEFORE_HAND_OVER || (!isMet && isUserCalled(talk))) return handOverNotUnderstood(talk, stage, [])
  // Meaningless text gets neither an acknowledgement nor the next question (2-agents §2).
  if (!isMet && isMeaningless(talk))
    return { ...answerWithoutQuestion(turn, renderSharedPhrase(talk, 'meaningless')), greets: 'briefly' }
  if (!isMet) said.push(renderSharedPhrase(talk, 'notUnderstood'))
  const onlyGreeted = greeted && isNothingNew && !isFirst
  if (onlyGreeted && isUserCalled(talk)) return answerWithoutQuestion(turn, ...renderSharedPhraseAtMost(2, talk, 'waiting'))
  if (onlyGreeted) said.push(renderSharedPhrase(talk, 'again'))
  if (learned.isUnderstood && memory.called?.startsWith(NOT_UNDERSTOOD_PREFIX)) memory.called = null
  return null
}

/** Maximum number of times that the agent asks for a topic. Partial answers and cancelled dates allow more. */
const MAX_ASKS_PER_TOPIC = 2

/** Keys of topics that the team needs in order to continue with the lead. */
const ESSENTIAL_TOPICS = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** Marks the pending question as interrupted if it is essential, so that it may be asked once more after all others. */
const markInterrupted = ({ memory }: DialogueContext): void => {
  if (ESSENTIAL_TOPICS.has(memory.pending ?? '')) memory.used[`put off:${memory.pending}`] = 1
}

const getQuestionPhrasings = (topic: Topic, talk: DialogueContext): string[] =>
  (topic.asks?.(talk) ?? ['']).flatMap((of) => getPhrasings(topic.words, 'ask', of))
const getAskCount = ({ key }: Topic, { memory }: DialogueContext): number => memory.asked[key] ?? 0

/**
 * Returns true if the agent may ask for a topic: the value is unknown, the topic is applicable and not skipped, and an unused phrasing is
 * left.
 */
const mayAsk = (topic: Topic, talk: DialogueContext, isLast: boolean): boolean => {
  const { key } = topic
  if (hasAnswer(topic, talk) || talk.memory.skipped.includes(key) || topic.applies?.(talk) === false) return false
  const most = MAX_ASKS_PER_TOPIC + getUseCount(talk, `more:${key}`) + (isLast ? getUseCount(talk, `put off:${key}`) : 0)
  return getAskCount(topic, talk) < Math.min(most, getQuestionPhrasings(topic, talk).length)
}

/** Returns the next topic to ask for, or null. After a cancellation, the agent asks only for a new date. */
const findNextTopic = (talk: DialogueContext, playbook: Playbook): Topic | null => {
  const isOpen = getCancelledAppointment(talk) === null || getFact(talk, 'another') === 'sim'
  const topics = isOpen
    ? getActiveTopics(playbook, talk)
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && getFact(talk, 'another') !== null))
  return [false, true].flatMap((isLast) => topics.find((topic) => mayAsk(topic, talk, isLast)) ?? [])[0] ?? null
}

/** Returns the question for a topic in a phrasing that was not used before, and marks the topic as pending. */
const askTopic = (topic: Topic, talk: DialogueContext): string => {
  const times = getAskCount(topic, talk)
  talk.memory.asked[topic.key] = times + 1
  talk.memory.pending = topic.key
  return renderPhrase(talk, getQuestionPhrasings(topic, talk)[times] ?? '', topic.values?.(talk))
}

/** Conclusion of a conversation whose lead is not interested. */
const NO_INTEREST_CONCLUSION: Conclusion = { replies: [], stage: 'conexao', status: NO_INTEREST_STATUS, attention: null }

/** Builds a conclusion and truncates its status to 60 characters, which is the length that the team's list shows. */
const buildShortConclusion = (...of: Parameters<typeof buildConclusion>): Conclusion => {
  const end = buildConclusion(...of)
  return { ...end, status: end.status.slice(0, 60) }
}

/** Builds the conclusion after an appointment was cancelled and no new date was agreed. */
const buildCancellationConclusion = (talk: DialogueContext): Conclusion => {
  const words = PLANS.calledOff
  const outcome = getCancelledAppointment(talk) === PLANS.elsewhere ? words['outcome elsewhere'] : words.outcome
  return buildShortConclusion(talk, words, 'agendamento', { outcome })
}

/** Builds the conclusion after an appointment was moved. */
const buildMoveConclusion = (talk: DialogueContext): Conclusion => {
  const words = PLANS.moved
  const was = formatPreviousDate(talk) ?? PLANS.elsewhere
  const reply = talk.meeting ? words['reply done'] : words.reply
  const from = was === PLANS.elsewhere ? was : renderPhrase(talk, words.from, { was })
  return buildShortConclusion(talk, { ...words, reply }, 'agendamento', { to: formatAppointmentDate(talk) || words.open, from })
}

/**
 * Returns the conclusion of a conversation: for a cancelled appointment, a moved one, a lead without interest, or otherwise that of the
 * playbook.
 */
export const getConclusion = (talk: DialogueContext, playbook: Playbook): Conclusion => {
  if (getCancelledAppointment(talk) !== null) return buildCancellationConclusion(talk)
  if (isMovingExternalAppointment(talk)) return buildMoveConclusion(talk)
  return getFact(talk, 'noInterest') === null ? playbook.conclude(talk) : NO_INTEREST_CONCLUSION
}

/**
 * Concludes the conversation and confirms once what was agreed. `doubt`: sentence of caution about the agreed date, or null. If the same
 * conclusion was already sent, only acknowledges the new messages.
 */
const concludeConversation = (turn: TurnProgress, doubt: string | null): DialogueAnswer => {
  const { talk, playbook, acks, said, learned, greets, reason } = turn
  const { memory } = talk
  const was = getPreviousDate(talk)?.text
  const end = getConclusion(talk, playbook)
  const loud = learned.acks.filter(({ isLoud }) => isLoud).map(({ text }) => text)
  if (turn.wasConcluded && memory.facts.ended === end.status) {
    const more = [...loud, ...said, ...renderSharedPhraseAtMost(12, talk, 'noted')]
    return createAnswer(more, formatAttentionReason(talk, 'afterTheEnd'), { stage: end.stage, greets: 'fully' })
  }
  memory.facts.ended = end.status
  memory.pending = null
  memory.concluded = true
  completeDateChange(talk)
  const { attention } = end
  const moved =
    was && attention && renderPhrase(talk, PLANS.moved.before, { attention, was, outcome: formatCalendarOutcome(talk) })
  return createAnswer(
    [...(loud.length > 0 || greets === 'briefly' ? acks : []), ...said, ...end.replies, ...(doubt ? [doubt] : [])],
    attention === null ? reason : truncateReason(moved || attention),
    { stage: end.stage, greets },
  )
}

/** Returns an answer with the next question, or concludes the conversation if no question is left. */
export const askNextOrConclude = (turn: TurnProgress): DialogueAnswer => {
  const { talk, playbook, acks, said, learned, greets, reason, stage } = turn
  const { memory } = talk
  if (memory.pending && (learned.isUnderstood || said.length > 0)) markInterrupted(talk)
  const topic = findNextTopic(talk, playbook)
  if (topic) {
    memory.concluded = false
    return { said: [...acks, ...said], question: askTopic(topic, talk), stage: topic.stage, reason, greets }
  }
  if (!learned.isUnderstood && !turn.wasConcluded) return handOverNotUnderstood(talk, stage, said)
  const doubt = getDateCaveat(talk)
  if (getPreviousDate(talk)?.text && !doubt) moveMeeting(talk)
  const other = askForFreeTime(talk)
  return other ? { said, question: other.question, stage, reason: other.reason, greets } : concludeConversation(turn, doubt)
}
