import { returnsIn } from '../understanding/refusal.ts'
import { afterTheEnd } from './after-the-end.ts'
import { type Answer, saying } from './answer.ts'
import { callOff, callsOff, runsLate } from './appointment.ts'
import { refusesIn } from './closer.ts'
import { namesWhen } from './dates.ts'
import { goOn } from './go-on.ts'
import { comesLate, handOver, whileWaiting } from './handover.ts'
import { learn } from './learn.ts'
import type { Playbook } from './playbook.ts'
import { wishesMet } from './react.ts'
import { cancelled, dateNow } from './standing.ts'
import { because, say, sayAtMost, type Talk, timesUsed } from './talk.ts'
import { begin, pause, type Turn } from './turn.ts'
import { declineOrDefer, weigh } from './weigh.ts'

const REBOOKINGS_BEFORE_A_PERSON = 2

/** Whoever changes the date again and again is better served by a person. */
const rebookByPerson = (talk: Talk): Answer | null => {
  const isAgain = talk.understood.intents.has('reschedule') && timesUsed(talk, 'rebook') >= REBOOKINGS_BEFORE_A_PERSON
  if (!isAgain || dateNow(talk).day === undefined || namesWhen(talk)) return null
  talk.memory.called = because(talk, 'rebooks')
  return saying(sayAtMost(2, talk, 'rebookByPerson'), talk.memory.called)
}

/** The matter is over for the lead; where something stands, it is called off instead, and a proposal is declined in its own words. */
const endsHere = (talk: Talk, playbook: Playbook): boolean =>
  talk.understood.intents.has('refusal') &&
  !callsOff(talk) &&
  !talk.understood.intents.has('meeting') &&
  !(playbook.topics.some(({ key }) => key === 'decision') && refusesIn(talk.understood.lines))

/** Whoever refused and comes back by own will is served again. */
const comesBack = ({ memory, understood }: Talk): boolean => {
  if (memory.facts.noInterest === undefined || !understood.lines.some(({ folded }) => returnsIn(folded))) return false
  delete memory.facts.noInterest
  delete memory.facts.ended
  memory.concluded = false
  return true
}

/** One polite sentence, and nothing is asked. The team hears of it where there was more to lose than a first talk. */
const endTheMatter = (talk: Talk): Answer => {
  const { memory, input } = talk
  const off = dateNow(talk).day !== undefined && cancelled(talk) === null ? callOff(talk) : null
  memory.facts.noInterest = 'sim'
  memory.pending = null
  memory.concluded = true
  return saying(
    [off?.said ?? say(talk, 'refused')],
    input.agent.type === 'SDR' ? (off?.reason ?? null) : because(talk, 'noInterest'),
  )
}

/** Hard news: what was told with it is kept, and nothing is asked. */
const condole = (talk: Talk, playbook: Playbook): Answer => {
  learn(talk, playbook)
  const { said, reason } = wishesMet(talk)
  return saying(said, reason)
}

/** Later, goodbye, thanks: met for their own sake, without a question where one would be rude. */
const smallTalk = (turn: Turn): Answer | null => {
  const { talk, said, learned } = turn
  const { intents } = talk.understood
  if (learned.isUnderstood) return null
  if (intents.has('later')) return pause(turn, say(talk, 'later'))
  if (said.length > 0) return null
  if (intents.has('bye') && !(turn.isFirst && intents.has('greeting'))) return pause(turn, say(talk, 'bye'))
  if (intents.has('thanks')) said.push(say(talk, 'thanks'))
  return null
}

/** What was understood is met, learned from, and followed by the next question or the end. */
export const converse = (talk: Talk, playbook: Playbook, isFirst: boolean): Answer => {
  const { verdict, isAwaited } = talk.screening
  const gives = verdict?.kind === 'hands_over' ? verdict : null
  const rebooked = rebookByPerson(talk)
  if (rebooked) return rebooked
  if (!gives && verdict?.kind !== 'goes_first' && runsLate(talk)) return comesLate(talk, playbook)
  if (isAwaited) return whileWaiting(talk, playbook, gives)
  if (gives) return handOver(talk, playbook, gives)
  if (talk.understood.intents.has('hardNews')) return condole(talk, playbook)
  if (!comesBack(talk) && endsHere(talk, playbook)) return endTheMatter(talk)
  const turn = begin(talk, playbook, isFirst)
  if (turn.wasConcluded && !turn.learned.isUnderstood) {
    const { said, reason } = afterTheEnd(talk, [...turn.acks, ...turn.said])
    return saying(said, reason ?? turn.reason, { greets: turn.greets })
  }
  if (turn.waits) return pause(turn)
  const met = smallTalk(turn)
  if (met) return met
  declineOrDefer(turn)
  return weigh(turn) ?? goOn(turn)
}
