import type { GuardVerdict } from '../guard/verdict.ts'
import { isBareNo, isYes } from '../understanding/intents/intents.ts'
import { detectContactRefusal, detectRenewedInterest } from '../understanding/intents/refusal.ts'
import type { ParsedLine } from '../understanding/parse-messages.ts'
import { isBackchannel } from '../understanding/values/business-facts.ts'
import {
  answerQuestions,
  answerSideRequests,
  createAnswer,
  type DialogueAnswer,
  deferQuestion,
  getMediaReplies,
  type PartialReply,
} from './answer-questions.ts'
import { formatAppointmentDate, getAppointmentDate, getCancelledAppointment } from './appointments/appointment-state.ts'
import { cancelAppointment, isCancelling, isLateForAppointment } from './appointments/cancel-appointment.ts'
import { mentionsDayOrHour } from './appointments/date-mentions.ts'
import { askNextOrConclude, declineOrDefer, handleMisunderstanding } from './ask-next-or-conclude.ts'
import {
  type DialogueContext,
  formatAttentionReason,
  getUseCount,
  renderSharedPhrase,
  renderSharedPhraseAtMost,
} from './dialogue-context.ts'
import { learnFacts } from './learn-facts.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { detectAcceptance, detectProposalRefusal } from './playbooks/closer-playbook.ts'
import type { Playbook } from './playbooks/playbook.ts'
import { answerWithoutQuestion, startTurn, type TurnProgress } from './turn-progress.ts'

export type HandOverVerdict = Extract<GuardVerdict, { kind: 'hands_over' }>

/** Answers a lead who will be late for a meeting: notifies the team and asks no question. */
const answerLateLead = (context: DialogueContext, playbook: Playbook): DialogueAnswer => {
  const { parsedMessages, memory } = context
  const otherLines = parsedMessages.lines.filter(({ intents }) => !intents.has('late'))
  learnFacts({ ...context, parsedMessages: { ...parsedMessages, lines: otherLines } }, playbook)
  const { replies } = answerQuestions(context, playbook)
  memory.misses = 0
  return createAnswer([renderSharedPhrase(context, 'late'), ...replies], formatAttentionReason(context, 'late'), {
    greeting: 'briefly',
  })
}

/** Hands the conversation over to a user of the team and informs the lead what happens next. */
const handOverToUser = (context: DialogueContext, playbook: Playbook, verdict: HandOverVerdict): DialogueAnswer => {
  // Stores nothing about a lead who requests deletion of their data.
  if (verdict.rule !== 'privacy') learnFacts(context, playbook)
  const { replies } = answerQuestions(context, playbook)
  context.memory.pending = null
  return createAnswer([...verdict.reply, ...replies], verdict.attentionReason, { stage: 'inicializacao', greeting: 'briefly' })
}

const MAX_REMINDERS_WHILE_WAITING = 3

/**
 * Answers a lead who waits for a user of the team. Stores new facts, forwards questions, replies to small talk, and asks nothing.
 * `verdict`: handover by the guard in this turn, or null.
 */
const answerWhileWaiting = (context: DialogueContext, playbook: Playbook, verdict: HandOverVerdict | null): DialogueAnswer => {
  const { parsedMessages, guardResult } = context
  const { intents, lines } = parsedMessages
  const answer = (replies: readonly string[], attentionReason: string | null = null) =>
    createAnswer(replies, attentionReason, { greeting: 'briefly' })
  // A cancellation removes the reason for which the team was called.
  const cancellation =
    isCancelling(context) || intents.has('cancel') || intents.has('cancelIt') ? cancelAppointment(context) : null
  if (cancellation) return answer([cancellation.reply], cancellation.attentionReason)
  if (intents.has('reschedule') && !mentionsDayOrHour(context))
    return answer(
      [renderSharedPhrase(context, 'moveWaiting')],
      formatAttentionReason(context, 'moves', { was: formatAppointmentDate(context) || PLANS.elsewhere }),
    )
  const learnedFacts = learnFacts(context, playbook)
  if (verdict) {
    const isNew = (guardResult.log.said[verdict.rule] ?? 0) <= MAX_REMINDERS_WHILE_WAITING
    return answer(isNew ? verdict.reply.slice(0, 1) : [], verdict.attentionReason)
  }
  const sideReply = answerSideRequests(context)
  const questionReply = answerQuestions(context, playbook)
  const mediaReplies = getMediaReplies(context)
  const replies = [...sideReply.replies, ...questionReply.replies]
  if (replies.length > 0) return answer([...mediaReplies, ...replies], sideReply.attentionReason ?? questionReply.attentionReason)
  const openQuestion = lines.find((line) => line.isQuestion && line.intents.size === 0 && line.teamMatters.length === 0)
  if (openQuestion && openQuestion.normalizedText.length > 3) {
    const deferred = deferQuestion(context, openQuestion)
    return answer([...mediaReplies, ...deferred.replies], deferred.attentionReason)
  }
  if (intents.has('bye')) return answer([renderSharedPhrase(context, 'bye')])
  if (intents.has('thanks')) return answer([renderSharedPhrase(context, 'thanks')])
  if (learnedFacts.hasNewFacts || mediaReplies.length > 0) {
    const exclusive = learnedFacts.acknowledgements.filter(({ isExclusive }) => isExclusive).slice(0, 1)
    return answer(
      [...mediaReplies, ...exclusive.map(({ text }) => text), ...renderSharedPhraseAtMost(12, context, 'noted')],
      learnedFacts.attentionReasons[0],
    )
  }
  const isNudge = intents.has('greeting') || lines.some(({ isQuestion }) => isQuestion)
  return answer(isNudge ? renderSharedPhraseAtMost(2, context, 'waiting') : [])
}

const isGreeting = ({ intents }: ParsedLine): boolean => intents.has('greeting')
const createPartialReply = (replies: string[] = []): PartialReply => ({ replies, attentionReason: null })

/**
 * Answers messages that arrive after the conclusion of the conversation. Replies to small talk, forwards news and questions to the team,
 * and otherwise sends nothing.
 */
const answerAfterConclusion = (context: DialogueContext, composedReplies: readonly string[]): PartialReply => {
  const { lines, intents } = context.parsedMessages
  const politeIntent = (['thanks', 'bye'] as const).find((intent) => intents.has(intent))
  const smallTalkReplies = [...composedReplies, ...(politeIntent ? [renderSharedPhrase(context, politeIntent)] : [])]
  if (smallTalkReplies.length > 0)
    return {
      replies: smallTalkReplies,
      attentionReason: intents.has('person') || intents.has('angry') ? context.memory.called : null,
    }

  const openQuestion = lines.find((line) => line.isQuestion && !isBackchannel(line.normalizedText))
  if (openQuestion) return deferQuestion(context, openQuestion)
  const answerLines = lines.filter((line) => line.canBeAnswer)
  if (answerLines.length === 0) return createPartialReply()
  const isOnlyBackchannel = answerLines.every(({ normalizedText }) => isBackchannel(normalizedText) && !isYes(normalizedText))
  if (isOnlyBackchannel && !answerLines.some(({ raw }) => raw.includes('?'))) return createPartialReply()
  if (isOnlyBackchannel || answerLines.every(isGreeting))
    return createPartialReply(renderSharedPhraseAtMost(3, context, 'stillHere'))
  if (answerLines.every((line) => isYes(line.normalizedText) || isGreeting(line)))
    return createPartialReply(renderSharedPhraseAtMost(2, context, 'agreedEnd'))
  return {
    replies: renderSharedPhraseAtMost(12, context, 'noted'),
    attentionReason: formatAttentionReason(context, 'afterTheEnd'),
  }
}

const REBOOKINGS_BEFORE_HAND_OVER = 2

/** Hands the conversation over to the team if the lead has rescheduled too often. Returns null otherwise. */
const handOverRebooking = (context: DialogueContext): DialogueAnswer | null => {
  const isOverLimit =
    context.parsedMessages.intents.has('reschedule') && getUseCount(context, 'rebook') >= REBOOKINGS_BEFORE_HAND_OVER
  if (!isOverLimit || getAppointmentDate(context).day === undefined || mentionsDayOrHour(context)) return null
  context.memory.called = formatAttentionReason(context, 'rebooks')
  return createAnswer(renderSharedPhraseAtMost(2, context, 'rebookByPerson'), context.memory.called)
}

/** Returns true if the lead refuses all further contact. A refusal of only a meeting, a proposal or an appointment does not count. */
const isFinalRefusal = (context: DialogueContext, playbook: Playbook): boolean =>
  context.parsedMessages.intents.has('refusal') &&
  !isCancelling(context) &&
  !context.parsedMessages.intents.has('meeting') &&
  !detectAcceptance(context.parsedMessages.lines) &&
  !(playbook.topics.some(({ key }) => key === 'decision') && detectProposalRefusal(context.parsedMessages.lines))

/** Reopens the conversation if a lead who had refused shows interest again. Returns true if it was reopened. */
const reopenAfterRefusal = ({ memory, parsedMessages }: DialogueContext): boolean => {
  const { lines } = parsedMessages
  if (
    memory.facts.noInterest === undefined ||
    !(detectAcceptance(lines) || lines.some(({ normalizedText }) => detectRenewedInterest(normalizedText)))
  )
    return false
  delete memory.facts.noInterest
  delete memory.facts.ended
  memory.concluded = false
  return true
}

/**
 * Concludes the conversation after a refusal, with one polite sentence. Cancels an agreed appointment. SDR agents (first contact) notify
 * the team only of such a cancellation.
 */
const concludeAfterRefusal = (context: DialogueContext): DialogueAnswer => {
  const { memory, input } = context
  const cancellation =
    getAppointmentDate(context).day !== undefined && getCancelledAppointment(context) === null ? cancelAppointment(context) : null
  memory.facts.noInterest = 'sim'
  memory.pending = null
  memory.concluded = true
  return createAnswer(
    [cancellation?.reply ?? renderSharedPhrase(context, 'refused')],
    input.agent.type === 'SDR' ? (cancellation?.attentionReason ?? null) : formatAttentionReason(context, 'noInterest'),
  )
}

/** Answers bad personal news with sympathy only: the agent asks no question. */
const answerBadNews = (context: DialogueContext, playbook: Playbook): DialogueAnswer => {
  learnFacts(context, playbook)
  const { replies, attentionReason } = answerSideRequests(context)
  return createAnswer(replies, attentionReason)
}

/**
 * Answers a bare 'no'. The agent stops asking for now, or concludes the conversation if the lead wants no contact at all. Returns null for
 * any other message.
 */
const answerBareNo = (turn: TurnProgress): DialogueAnswer | null => {
  const { context, learnedFacts, replies } = turn
  const { lines } = context.parsedMessages
  if (learnedFacts.hasNewFacts || replies.length > 0 || !lines.some(({ normalizedText }) => isBareNo(normalizedText))) return null
  if (!lines.every(({ normalizedText }) => isBareNo(normalizedText) || isBackchannel(normalizedText))) return null
  const refusesAllContact =
    getAppointmentDate(context).day === undefined && lines.some(({ normalizedText }) => detectContactRefusal(normalizedText))
  return refusesAllContact ? concludeAfterRefusal(context) : answerWithoutQuestion(turn, renderSharedPhrase(context, 'later'))
}

/**
 * Handles 'later', a goodbye or thanks. Returns an answer if no question may follow. Otherwise returns null, after it added a reply to
 * thanks to `turn.replies`.
 */
const answerSmallTalk = (turn: TurnProgress): DialogueAnswer | null => {
  const { context, replies, learnedFacts } = turn
  const { intents } = context.parsedMessages
  if (learnedFacts.hasNewFacts) return null
  if (intents.has('later')) return answerWithoutQuestion(turn, renderSharedPhrase(context, 'later'))
  if (replies.length > 0) return null
  if (intents.has('bye') && !(turn.isFirstAnswer && intents.has('greeting')))
    return answerWithoutQuestion(turn, renderSharedPhrase(context, 'bye'))
  if (intents.has('thanks')) replies.push(renderSharedPhrase(context, 'thanks'))
  return null
}

/** Composes the answer to all unanswered messages of the lead: replies, followed by the next question or the conclusion. */
export const answerBurst = (context: DialogueContext, playbook: Playbook, isFirstAnswer: boolean): DialogueAnswer => {
  const { verdict, isWaitingForUser } = context.guardResult
  const handOver = verdict?.kind === 'hands_over' ? verdict : null
  const rebookingAnswer = handOverRebooking(context)
  if (rebookingAnswer) return rebookingAnswer
  if (!handOver && verdict?.kind !== 'goes_first' && isLateForAppointment(context)) return answerLateLead(context, playbook)
  if (isWaitingForUser) return answerWhileWaiting(context, playbook, handOver)
  if (handOver) return handOverToUser(context, playbook, handOver)
  if (context.parsedMessages.intents.has('hardNews')) return answerBadNews(context, playbook)
  if (!reopenAfterRefusal(context) && isFinalRefusal(context, playbook)) return concludeAfterRefusal(context)
  const turn = startTurn(context, playbook, isFirstAnswer)
  if (turn.wasConcluded && !turn.learnedFacts.hasNewFacts) {
    const { replies, attentionReason } = answerAfterConclusion(context, [...turn.acknowledgements, ...turn.replies])
    return createAnswer(replies, attentionReason ?? turn.attentionReason, { greeting: turn.greeting })
  }
  if (turn.shouldOmitQuestion) return answerWithoutQuestion(turn)
  const answer = answerBareNo(turn) ?? answerSmallTalk(turn)
  if (answer) return answer
  declineOrDefer(turn)
  return handleMisunderstanding(turn) ?? askNextOrConclude(turn)
}
