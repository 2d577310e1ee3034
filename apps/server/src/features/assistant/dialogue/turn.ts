import type { Stage } from '@prosa/contract/entities/conversation'
import { reasonOf } from '../guard/log.ts'
import type { Plans } from './appointment.ts'
import { remindOfDate } from './dates.ts'
import { acknowledgement, isAsideFromMoving, type Learned, learn, topicsNow } from './learn.ts'
import { heedPlans, openUnmoved } from './moving.ts'
import type { Playbook } from './playbook.ts'
import { type Answer, answerAll, mediaReason, mediaReplies, ownAnswers, saying, wishesMet } from './react.ts'
import { dateNow, endMove, isMoving } from './standing.ts'
import type { Talk } from './talk.ts'

/** A turn under way: what was learned, the replies so far, and the reason for calling a user. */
export interface Turn {
  readonly talk: Talk
  readonly playbook: Playbook
  readonly isFirst: boolean
  readonly learned: Learned
  /** True if the conversation was concluded before this turn and its plans reopened nothing. */
  readonly wasConcluded: boolean
  readonly stage: Stage
  readonly greets: 'fully' | 'briefly'
  /** Replies to new facts, and before them those of the guard. */
  readonly acks: readonly string[]
  readonly said: string[]
  /** True if the agreed date was repeated instead of any other answer. */
  readonly isReminded: boolean
  /** True if the answer to the change of plans is complete, so that no question follows. */
  readonly waits: boolean
  reason: string | null
}

/** Processes the lead's messages: first changes of plans, then all other facts. */
const heed = (talk: Talk, playbook: Playbook): { plans: Plans | null; learned: Learned; wasConcluded: boolean } => {
  const { memory } = talk
  const wasOver = memory.concluded
  const stood = dateNow(talk)
  const { plans, rest } = heedPlans(talk)
  const wasConcluded = memory.concluded
  const before = new Set(Object.keys(memory.facts))
  const topics = wasOver ? playbook.topics : topicsNow(playbook, talk)
  const learned = learn(rest, { ...playbook, topics })
  const isNews = playbook.topics.some((topic) => isAsideFromMoving(topic) && topic.key in memory.facts && !before.has(topic.key))
  // The lead talks about something other than the moved appointment, so the conversation continues as usual.
  if (isMoving(talk) && wasOver && isNews) endMove(talk)
  return { plans: plans ?? openUnmoved(talk, stood), learned, wasConcluded }
}

export const begin = (talk: Talk, playbook: Playbook, isFirst: boolean): Turn => {
  const { memory, screening } = talk
  const first = screening.verdict?.kind === 'goes_first' ? screening.verdict : null
  const asked = answerAll(talk, playbook)
  const { plans, learned, wasConcluded } = heed(talk, playbook)
  const news = plans && !isMoving(talk) ? [] : acknowledgement(learned, isFirst)
  const met = wishesMet(talk)
  const said = [...met.said, ...mediaReplies(talk), ...ownAnswers(talk, isFirst), ...asked.said]
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
    reason: first?.reason ?? met.reason ?? plans?.reason ?? (alert && reasonOf(alert)) ?? asked.reason ?? mediaReason(talk),
  }
}

/** Returns the answer so far, without a question. */
export const pause = ({ acks, said, stage, reason, greets }: Turn, ...more: string[]): Answer =>
  saying([...acks, ...said, ...more], reason, { stage, greets })
