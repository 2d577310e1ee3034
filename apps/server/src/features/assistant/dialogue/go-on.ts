import { NO_INTEREST } from '../guard/care.ts'
import { reasonOf } from '../guard/reason.ts'
import { type Answer, saying } from './answer.ts'
import { endOfCancelled } from './appointment.ts'
import { ask, markInterrupted, nextTopic } from './ask.ts'
import { askOtherTime, calendarOutcome, moveMeeting } from './calendar.ts'
import { caveat } from './date-topics.ts'
import { endOfMoving, forgetOld } from './moving.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import type { Conclusion, Playbook } from './playbook.ts'
import { cancelled, isMoving, oldDate } from './standing.ts'
import { because, fact, sayAtMost, type Talk, tell } from './talk.ts'
import type { Turn } from './turn.ts'
import { giveUp } from './weigh.ts'

/** The lead wants nothing more of the matter. */
const NOTHING_MORE: Conclusion = { replies: [], stage: 'conexao', status: NO_INTEREST, attention: null }

/** How the talk ends: with what was called off, with what was moved, or as its playbook has it. */
export const endOf = (talk: Talk, playbook: Playbook): Conclusion => {
  if (cancelled(talk) !== null) return endOfCancelled(talk)
  if (isMoving(talk)) return endOfMoving(talk)
  return fact(talk, 'noInterest') === null ? playbook.conclude(talk) : NOTHING_MORE
}

/** All is settled: what was agreed is said back, once. */
const conclude = (turn: Turn, doubt: string | null): Answer => {
  const { talk, playbook, acks, said, learned, greets, reason } = turn
  const { memory } = talk
  const was = oldDate(talk)?.text
  const end = endOf(talk, playbook)
  const loud = learned.acks.filter(({ isLoud }) => isLoud).map(({ text }) => text)
  if (turn.wasConcluded && memory.facts.ended === end.status)
    return saying([...loud, ...said, ...sayAtMost(12, talk, 'noted')], because(talk, 'afterTheEnd'), {
      stage: end.stage,
      greets: 'fully',
    })
  memory.facts.ended = end.status
  memory.pending = null
  memory.concluded = true
  forgetOld(talk)
  const { attention } = end
  const moved = was && attention && tell(talk, PLANS.moved.before, { attention, was, outcome: calendarOutcome(talk) })
  return saying(
    [...(loud.length > 0 || greets === 'briefly' ? acks : []), ...said, ...end.replies, ...(doubt ? [doubt] : [])],
    attention === null ? reason : reasonOf(moved || attention),
    { stage: end.stage, greets },
  )
}

/** The next question, or the end of the playbook. */
export const goOn = (turn: Turn): Answer => {
  const { talk, playbook, acks, said, learned, greets, reason, stage } = turn
  const { memory } = talk
  if (memory.pending && (learned.isUnderstood || said.length > 0)) markInterrupted(talk)
  const topic = nextTopic(talk, playbook)
  if (topic) {
    memory.concluded = false
    return { said: [...acks, ...said], question: ask(topic, talk), stage: topic.stage, reason, greets }
  }
  if (!learned.isUnderstood && !turn.wasConcluded) return giveUp(talk, stage, said)
  const doubt = caveat(talk)
  if (oldDate(talk)?.text && !doubt) moveMeeting(talk)
  const other = askOtherTime(talk)
  return other ? { said, question: other.question, stage, reason: other.reason, greets } : conclude(turn, doubt)
}
