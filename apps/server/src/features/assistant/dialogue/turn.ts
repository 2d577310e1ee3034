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

/** A turn under way: what was learned, what is said to it, and why a person might be needed. */
export interface Turn {
  readonly talk: Talk
  readonly playbook: Playbook
  readonly isFirst: boolean
  readonly learned: Learned
  /** True: all was settled before this turn, and its plans opened nothing. */
  readonly wasConcluded: boolean
  readonly stage: Stage
  readonly greets: 'fully' | 'briefly'
  /** What is said to the news, and before it what the guard says. */
  readonly acks: readonly string[]
  readonly said: string[]
  /** True: which date stands was said again, in the place of any other answer. */
  readonly isReminded: boolean
  /** True: what was said of the plans is all there is to say. */
  readonly waits: boolean
  reason: string | null
}

/** Heeds a burst: its plans first, then everything it tells. */
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
  // Something else than the appointment that was moved: the talk goes on as usual.
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

/** What was met, and no question. */
export const pause = ({ acks, said, stage, reason, greets }: Turn, ...more: string[]): Answer =>
  saying([...acks, ...said, ...more], reason, { stage, greets })
