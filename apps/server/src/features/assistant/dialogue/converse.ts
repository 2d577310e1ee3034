import type { Verdict } from '../guard/verdict.ts'
import { isMurmur } from '../understanding/business.ts'
import { isBareNo, saysYes } from '../understanding/intents.ts'
import { returnsIn, wantsNothingIn } from '../understanding/refusal.ts'
import type { Line } from '../understanding/understand.ts'
import { callOff, callsOff, runsLate } from './appointment.ts'
import { acceptsIn, refusesIn } from './closer.ts'
import { namesWhen } from './dates.ts'
import { declineOrDefer, goOn, weigh } from './go-on.ts'
import { learn } from './learn.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { type Answer, answerAll, defer, type Met, mediaReplies, saying, wishesMet } from './react.ts'
import { cancelled, dateNow, whenText } from './standing.ts'
import { because, say, sayAtMost, type Talk, timesUsed } from './talk.ts'
import { begin, pause, type Turn } from './turn.ts'

export type HandsOver = Extract<Verdict, { kind: 'hands_over' }>

/** Answers a lead who will be late for a meeting: notifies the team and asks no question. */
const comesLate = (talk: Talk, playbook: Playbook): Answer => {
  const { understood, memory } = talk
  const rest = understood.lines.filter(({ intents }) => !intents.has('late'))
  learn({ ...talk, understood: { ...understood, lines: rest } }, playbook)
  const { said } = answerAll(talk, playbook)
  memory.misses = 0
  return saying([say(talk, 'late'), ...said], because(talk, 'late'), { greets: 'briefly' })
}

/** Hands the conversation over to a user of the team and tells the lead what happens next. */
const handOver = (talk: Talk, playbook: Playbook, verdict: HandsOver): Answer => {
  // Stores nothing about a lead who requests deletion of their data.
  if (verdict.rule !== 'privacy') learn(talk, playbook)
  const { said } = answerAll(talk, playbook)
  talk.memory.pending = null
  return saying([...verdict.said, ...said], verdict.reason, { stage: 'inicializacao', greets: 'briefly' })
}

const ASKED_AGAIN_AT_MOST = 3

/**
 * Answers while the conversation waits for a user of the team: stores new facts, forwards questions, replies to small talk and asks no
 * question.
 */
const whileWaiting = (talk: Talk, playbook: Playbook, verdict: HandsOver | null): Answer => {
  const { understood, screening } = talk
  const { intents, lines } = understood
  const answer = (said: readonly string[], reason: string | null = null) => saying(said, reason, { greets: 'briefly' })
  // A cancellation ends the reason for which the team was called.
  const off = callsOff(talk) || intents.has('cancel') || intents.has('cancelIt') ? callOff(talk) : null
  if (off) return answer([off.said], off.reason)
  if (intents.has('reschedule') && !namesWhen(talk))
    return answer([say(talk, 'moveWaiting')], because(talk, 'moves', { was: whenText(talk) || PLANS.elsewhere }))
  const learned = learn(talk, playbook)
  if (verdict) {
    const isNew = (screening.log.said[verdict.rule] ?? 0) <= ASKED_AGAIN_AT_MOST
    return answer(isNew ? verdict.said.slice(0, 1) : [], verdict.reason)
  }
  const met = wishesMet(talk)
  const asked = answerAll(talk, playbook)
  const media = mediaReplies(talk)
  const said = [...met.said, ...asked.said]
  if (said.length > 0) return answer([...media, ...said], met.reason ?? asked.reason)
  const open = lines.find((line) => line.isQuestion && line.intents.size === 0 && line.matters.length === 0)
  if (open && open.folded.length > 3) {
    const deferred = defer(talk, open)
    return answer([...media, ...deferred.said], deferred.reason)
  }
  if (intents.has('bye')) return answer([say(talk, 'bye')])
  if (intents.has('thanks')) return answer([say(talk, 'thanks')])
  if (learned.isUnderstood || media.length > 0) {
    const loud = learned.acks.filter(({ isLoud }) => isLoud).slice(0, 1)
    return answer([...media, ...loud.map(({ text }) => text), ...sayAtMost(12, talk, 'noted')], learned.alerts[0])
  }
  const isNudge = intents.has('greeting') || lines.some(({ isQuestion }) => isQuestion)
  return answer(isNudge ? sayAtMost(2, talk, 'waiting') : [])
}

const isGreeting = ({ intents }: Line): boolean => intents.has('greeting')
const nothing = (said: string[] = []): Met => ({ said, reason: null })

/**
 * Answers after the conversation is concluded: replies to small talk, forwards new information and questions, and otherwise sends nothing.
 */
const afterTheEnd = (talk: Talk, met: readonly string[]): Met => {
  const { lines, intents } = talk.understood
  const polite = (['thanks', 'bye'] as const).find((intent) => intents.has(intent))
  const small = [...met, ...(polite ? [say(talk, polite)] : [])]
  if (small.length > 0) return { said: small, reason: intents.has('person') || intents.has('angry') ? talk.memory.called : null }

  const asked = lines.find((line) => line.isQuestion && !isMurmur(line.folded))
  if (asked) return defer(talk, asked)
  const words = lines.filter((line) => line.isFree)
  if (words.length === 0) return nothing()
  const murmurs = words.every(({ folded }) => isMurmur(folded) && !saysYes(folded))
  if (murmurs && !words.some(({ raw }) => raw.includes('?'))) return nothing()
  if (murmurs || words.every(isGreeting)) return nothing(sayAtMost(3, talk, 'stillHere'))
  if (words.every((line) => saysYes(line.folded) || isGreeting(line))) return nothing(sayAtMost(2, talk, 'agreedEnd'))
  return { said: sayAtMost(12, talk, 'noted'), reason: because(talk, 'afterTheEnd') }
}

const REBOOKINGS_BEFORE_A_PERSON = 2

/** Returns an answer that hands over to the team if the lead has rescheduled too often, otherwise null. */
const rebookByPerson = (talk: Talk): Answer | null => {
  const isAgain = talk.understood.intents.has('reschedule') && timesUsed(talk, 'rebook') >= REBOOKINGS_BEFORE_A_PERSON
  if (!isAgain || dateNow(talk).day === undefined || namesWhen(talk)) return null
  talk.memory.called = because(talk, 'rebooks')
  return saying(sayAtMost(2, talk, 'rebookByPerson'), talk.memory.called)
}

/**
 * Whether the lead ends the conversation's matter by a refusal. Returns false if the refusal cancels an appointment or only declines a
 * meeting or a proposal.
 */
const endsHere = (talk: Talk, playbook: Playbook): boolean =>
  talk.understood.intents.has('refusal') &&
  !callsOff(talk) &&
  !talk.understood.intents.has('meeting') &&
  !acceptsIn(talk.understood.lines) &&
  !(playbook.topics.some(({ key }) => key === 'decision') && refusesIn(talk.understood.lines))

/** Reopens the conversation if a lead who had refused shows interest again. Returns whether it was reopened. */
const comesBack = ({ memory, understood }: Talk): boolean => {
  const { lines } = understood
  if (memory.facts.noInterest === undefined || !(acceptsIn(lines) || lines.some(({ folded }) => returnsIn(folded)))) return false
  delete memory.facts.noInterest
  delete memory.facts.ended
  memory.concluded = false
  return true
}

/**
 * Concludes the conversation after a refusal: one polite sentence and no question. Notifies the team, unless this was an SDR's conversation
 * without an appointment.
 */
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

/** Answers bad personal news: stores the facts in the message and asks no question. */
const condole = (talk: Talk, playbook: Playbook): Answer => {
  learn(talk, playbook)
  const { said, reason } = wishesMet(talk)
  return saying(said, reason)
}

/**
 * Answers a bare 'no' to a question that expects more than yes or no. Pauses the questions, or concludes the conversation if the lead wants
 * nothing at all. Returns null for any other message.
 */
const acceptNo = (turn: Turn): Answer | null => {
  const { talk, learned, said } = turn
  const { lines } = talk.understood
  if (learned.isUnderstood || said.length > 0 || !lines.some(({ folded }) => isBareNo(folded))) return null
  if (!lines.every(({ folded }) => isBareNo(folded) || isMurmur(folded))) return null
  const isOver = dateNow(talk).day === undefined && lines.some(({ folded }) => wantsNothingIn(folded))
  return isOver ? endTheMatter(talk) : pause(turn, say(talk, 'later'))
}

/**
 * Replies to 'later', a goodbye or thanks. Returns an answer without a question where one would be impolite; otherwise null, with the reply
 * added to `turn.said`.
 */
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

/** Returns the answer to a burst of messages: a reply to what was understood, followed by the next question or the conclusion. */
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
  const met = acceptNo(turn) ?? smallTalk(turn)
  if (met) return met
  declineOrDefer(turn)
  return weigh(turn) ?? goOn(turn)
}
