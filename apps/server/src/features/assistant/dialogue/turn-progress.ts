import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import { truncateReason } from '../guard/guard-log.ts'
import {
  answerAboutAgent,
  answerQuestions,
  answerSideRequests,
  createAnswer,
  type DialogueAnswer,
  getMediaReason,
  getMediaReplies,
} from './answer-questions.ts'
import { applyAppointmentChanges, reopenUnclearChange } from './appointments/apply-appointment-changes.ts'
import { endExternalMove, getAppointmentDate, isMovingExternalAppointment } from './appointments/appointment-state.ts'
import type { AppointmentChangeReply } from './appointments/cancel-appointment.ts'
import { buildDateReminder } from './appointments/date-mentions.ts'
import type { DialogueContext } from './dialogue-context.ts'
import {
  getActiveTopics,
  isUnrelatedToRescheduling,
  type LearnedFacts,
  learnFacts,
  selectAcknowledgements,
} from './learn-facts.ts'
import type { Playbook } from './playbooks/playbook.ts'

/** State of one turn while the playbook engine composes the answer. */
export interface TurnProgress {
  readonly context: DialogueContext
  readonly playbook: Playbook
  readonly isFirstAnswer: boolean
  readonly learnedFacts: LearnedFacts
  /** Whether the conversation was concluded before these messages and no appointment change reopened it. */
  readonly wasConcluded: boolean
  readonly stage: Stage
  readonly greeting: 'fully' | 'briefly'
  /** Acknowledgements of new facts, or the safety guard's sentence if it must come first. */
  readonly acknowledgements: readonly string[]
  readonly replies: string[]
  /** Whether the agent repeated the agreed date. */
  readonly hasDateReminder: boolean
  /** Whether no question may follow, because the appointment change is fully answered. */
  readonly shouldOmitQuestion: boolean
  attentionReason: string | null
}

/** Applies changes of the appointment, then extracts all other facts from the remaining text. */
const processMessages = (
  context: DialogueContext,
  playbook: Playbook,
): { appointmentReply: AppointmentChangeReply | null; learnedFacts: LearnedFacts; wasConcluded: boolean } => {
  const { memory } = context
  const wasConcludedBefore = memory.concluded
  const previousDate = getAppointmentDate(context)
  const { appointmentReply, remainingContext } = applyAppointmentChanges(context)
  const wasConcluded = memory.concluded
  const previousFactKeys = new Set(Object.keys(memory.facts))
  const topics = wasConcludedBefore ? playbook.topics : getActiveTopics(playbook, context)
  const learnedFacts = learnFacts(remainingContext, { ...playbook, topics })
  const hasUnrelatedFact = playbook.topics.some(
    (topic) => isUnrelatedToRescheduling(topic) && topic.key in memory.facts && !previousFactKeys.has(topic.key),
  )
  // The lead mentions something besides the move, so the normal questions resume.
  if (isMovingExternalAppointment(context) && wasConcludedBefore && hasUnrelatedFact) endExternalMove(context)
  return { appointmentReply: appointmentReply ?? reopenUnclearChange(context, previousDate), learnedFacts, wasConcluded }
}

export const startTurn = (context: DialogueContext, playbook: Playbook, isFirstAnswer: boolean): TurnProgress => {
  const { memory, guardResult } = context
  const precedingVerdict = guardResult.verdict?.kind === 'goes_first' ? guardResult.verdict : null
  const questionReply = answerQuestions(context, playbook)
  const { appointmentReply, learnedFacts, wasConcluded } = processMessages(context, playbook)
  const acknowledgements =
    appointmentReply && !isMovingExternalAppointment(context) ? [] : selectAcknowledgements(learnedFacts, isFirstAnswer)
  const sideReply = answerSideRequests(context)
  const replies = [
    ...sideReply.replies,
    ...getMediaReplies(context),
    ...answerAboutAgent(context, isFirstAnswer),
    ...questionReply.replies,
  ]
  if (precedingVerdict) memory.called = precedingVerdict.attentionReason
  const reminder = appointmentReply || learnedFacts.hasNewFacts ? null : buildDateReminder(context)
  const factReason = learnedFacts.attentionReasons[0]
  return {
    context,
    playbook,
    isFirstAnswer,
    learnedFacts,
    wasConcluded,
    stage: playbook.topics.find(({ key }) => key === memory.pending)?.stage ?? 'inicializacao',
    greeting: precedingVerdict ? 'briefly' : 'fully',
    acknowledgements: precedingVerdict
      ? [precedingVerdict.reply]
      : [...(appointmentReply ? [appointmentReply.reply] : []), ...acknowledgements],
    replies: reminder ? [...replies, reminder] : replies,
    hasDateReminder: reminder !== null,
    shouldOmitQuestion: appointmentReply?.shouldOmitQuestion ?? false,
    attentionReason:
      precedingVerdict?.attentionReason ??
      sideReply.attentionReason ??
      appointmentReply?.attentionReason ??
      (factReason && truncateReason(factReason)) ??
      questionReply.attentionReason ??
      getMediaReason(context),
  }
}

/** Returns the answer composed so far plus `moreReplies`, without a question. */
export const answerWithoutQuestion = (
  { acknowledgements, replies, stage, attentionReason, greeting }: TurnProgress,
  ...moreReplies: string[]
): DialogueAnswer => createAnswer([...acknowledgements, ...replies, ...moreReplies], attentionReason, { stage, greeting })
