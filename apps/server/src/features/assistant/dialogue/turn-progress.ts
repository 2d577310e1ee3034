import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import { truncateReason } from '../guard/guard-log.ts'
import {
  answerAboutAgent,
  answerQuestions,
  answerWishes,
  createAnswer,
  type DialogueAnswer,
  getMediaReason,
  getMediaReplies,
} from './answer-questions.ts'
import { applyAppointmentChanges, reopenUnclearChange } from './appointments/apply-appointment-changes.ts'
import { endExternalMove, getAppointmentDate, isMovingExternalAppointment } from './appointments/appointment-state.ts'
import type { AppointmentChangeReply } from './appointments/cancel-appointment.ts'
import { remindOfDate } from './appointments/date-mentions.ts'
import type { DialogueContext } from './dialogue-context.ts'
import {
  getActiveTopics,
  isUnrelatedToRescheduling,
  type LearnedFacts,
  learnFacts,
  selectAcknowledgements,
} from './learn-facts.ts'
import type { Playbook } from './playbooks/playbook.ts'

/**
 * State of a turn while the rule-based engine composes its answer: facts learned from the lead, replies so far, and the reason for
 * requesting attention.
 */
export interface TurnProgress {
  readonly talk: DialogueContext
  readonly playbook: Playbook
  readonly isFirst: boolean
  readonly learned: LearnedFacts
  /** Whether the conversation was already concluded before this turn and no change of an appointment reopened it. */
  readonly wasConcluded: boolean
  readonly stage: Stage
  readonly greets: 'fully' | 'briefly'
  /** Acknowledgements of new facts, or instead of them the sentence of the safety guard that precedes the answer. */
  readonly acks: readonly string[]
  readonly said: string[]
  /** Whether the agent repeated the agreed appointment date. */
  readonly isReminded: boolean
  /** Whether the answer to a change of an appointment is complete, so that no question follows. */
  readonly waits: boolean
  reason: string | null
}

/** Processes the lead's messages: first changes of an appointment, then all other facts. */
const processMessages = (
  talk: DialogueContext,
  playbook: Playbook,
): { plans: AppointmentChangeReply | null; learned: LearnedFacts; wasConcluded: boolean } => {
  const { memory } = talk
  const wasOver = memory.concluded
  const stood = getAppointmentDate(talk)
  const { plans, rest } = applyAppointmentChanges(talk)
  const wasConcluded = memory.concluded
  const before = new Set(Object.keys(memory.facts))
  const topics = wasOver ? playbook.topics : getActiveTopics(playbook, talk)
  const learned = learnFacts(rest, { ...playbook, topics })
  const isNews = playbook.topics.some(
    (topic) => isUnrelatedToRescheduling(topic) && topic.key in memory.facts && !before.has(topic.key),
  )
  // The lead mentions something other than the appointment that is being moved, so the conversation continues as usual.
  if (isMovingExternalAppointment(talk) && wasOver && isNews) endExternalMove(talk)
  return { plans: plans ?? reopenUnclearChange(talk, stood), learned, wasConcluded }
}

export const startTurn = (talk: DialogueContext, playbook: Playbook, isFirst: boolean): TurnProgress => {
  const { memory, screening } = talk
  const first = screening.verdict?.kind === 'goes_first' ? screening.verdict : null
  const asked = answerQuestions(talk, playbook)
  const { plans, learned, wasConcluded } = processMessages(talk, playbook)
  const news = plans && !isMovingExternalAppointment(talk) ? [] : selectAcknowledgements(learned, isFirst)
  const met = answerWishes(talk)
  const said = [...met.said, ...getMediaReplies(talk), ...answerAboutAgent(talk, isFirst), ...asked.said]
  if (first) memory.called = first.reason
  const reminder = plans || learned.isUnderstood ? null : remindOfDate(talk)
  const alert = learned.alerts[0]
  return {
    talk,
    playbook,
    isFirst,
    learned,
    wasConcluded,
    stage: playbook.topics.find(({ key }) => key === memory.pending)?.stage ?? 'inicializacao',
    greets: first ? 'briefly' : 'fully',
    acks: first ? [first.said] : [...(plans ? [plans.said] : []), ...news],
    said: reminder ? [...said, reminder] : said,
    isReminded: reminder !== null,
    waits: plans?.waits ?? false,
    reason:
      first?.reason ?? met.reason ?? plans?.reason ?? (alert && truncateReason(alert)) ?? asked.reason ?? getMediaReason(talk),
  }
}

/** Returns the answer composed so far, followed by the sentences `more`, without a question. */
export const answerWithoutQuestion = ({ acks, said, stage, reason, greets }: TurnProgress, ...more: string[]): DialogueAnswer =>
  createAnswer([...acks, ...said, ...more], reason, { stage, greets })
