import type { Stage } from '@prosa/contract/entities/conversation'
import { isMurmur, saysSomething } from '../hear/business.ts'
import type { Line } from '../hear/hear.ts'
import { tidy } from '../hear/tidy.ts'
import { afterTheEnd } from './after-the-end.ts'
import { calendarOutcome, forgetOld, moveMeeting, namesWhen, runsLate } from './appointment.ts'
import { heed } from './change-plans.ts'
import { answerAll, awaitsPerson, comesLate, handOver, whileWaiting } from './handover.ts'
import { ask, type Learned, markInterrupted, nextTopic } from './learn.ts'
import { isOwnKnowledge, ownAnswers } from './own-knowledge.ts'
import { fact, type Playbook, type Talk } from './playbook.ts'
import { mediaReplies, noteQuestion, reasonOf, say, type Urgent, urgentIn } from './react.ts'
import { endOf, isMoving } from './rebooking.ts'
import { remindOfDate } from './settled-date.ts'
import {
  type Answer,
  addedAfterTheEnd,
  asksWhetherToStop,
  dangerOf,
  dropEverything,
  FIRST,
  giveUp,
  keepsCalling,
  rebookByPerson,
  silent,
  staysAway,
} from './special-turns.ts'
import { askOtherTime } from './taken-time.ts'
import { caveat } from './when-topics.ts'
import { mediaReason, onlySpeaks, stopConfirmed, wishesMet } from './wishes.ts'

const MISSES_BEFORE_A_PERSON = 2
const REBOOKINGS_BEFORE_A_PERSON = 2

/** A turn under way: what was learned, what is said to it, and why a person might be needed. */
interface Turn {
  readonly talk: Talk
  readonly playbook: Playbook
  readonly isFirst: boolean
  readonly urgent: Urgent | null
  readonly learned: Learned
  readonly wasConcluded: boolean
  readonly stage: Stage
  readonly greets: 'fully' | 'briefly'
  readonly acks: readonly string[]
  readonly said: string[]
  /** True: which date stands was said again, in the place of any other answer. */
  readonly isReminded: boolean
  /** True: what was said of the plans is all there is to say. */
  readonly waits: boolean
  reason: string | null
}

const begin = (talk: Talk, playbook: Playbook, isFirst: boolean, urgent: Urgent | null): Turn => {
  const { state } = talk
  const asked = answerAll(talk, playbook)
  const { plans, learned, acks, wasConcluded } = heed(talk, playbook, isFirst)
  const stage = playbook.topics.find((topic) => topic.key === state.pending)?.stage ?? 'inicializacao'
  const met = wishesMet(talk)
  const said = [...met.said, ...mediaReplies(talk), ...ownAnswers(talk, isFirst), ...asked.said]
  if (urgent) state.called = urgent.reason
  const reminder = plans || learned.understood ? null : remindOfDate(talk)
  if (reminder) said.push(reminder)
  const alert = learned.alerts[0] ? reasonOf(learned.alerts[0]) : null
  const reason = urgent?.reason ?? met.reason ?? plans?.reason ?? alert ?? asked.reason ?? mediaReason(talk)
  return {
    talk,
    playbook,
    isFirst,
    urgent,
    learned,
    wasConcluded,
    stage,
    greets: urgent ? 'briefly' : 'fully',
    acks: urgent ? [urgent.reply] : acks,
    said,
    reason,
    isReminded: reminder !== null,
    waits: plans?.waits ?? false,
  }
}

const pause = ({ acks, said, stage, reason, greets }: Turn, ...more: string[]): Answer => ({
  said: [...acks, ...said, ...more],
  question: null,
  stage,
  reason,
  greets,
})

/** Later, goodbye, thanks: met for their own sake, without a question where one would be rude. */
const smallTalk = (turn: Turn): Answer | null => {
  const { talk, said, learned } = turn
  const { intents } = talk.heard
  if (learned.understood) return null
  if (intents.has('later')) return pause(turn, say(talk, 'later'))
  if (said.length > 0) return null
  if (intents.has('bye') && !(turn.isFirst && intents.has('greeting'))) return pause(turn, say(talk, 'bye'))
  if (intents.has('thanks')) said.push(say(talk, 'thanks'))
  return null
}

/** 'Pode ser terça?' was taken for the day it names, and a question may be the matter itself. */
const isAnswered = ({ raw, folded }: Line, talk: Talk): boolean =>
  namesWhen({ ...talk, heard: { ...talk.heard, lines: talk.heard.lines.filter((line) => line.folded === folded) } }) ||
  (talk.state.facts.details?.includes(tidy(raw, 40)) ?? false)

/** What is none of the agent's business is declined; what only the team can answer is noted for it. */
const declineOrDefer = (turn: Turn): void => {
  const { talk, said, learned } = turn
  const { heard } = talk
  if (heard.intents.has('outside')) said.push(say(talk, 'outside'))
  if (heard.intents.has('foreign')) {
    said.push(say(talk, 'foreign'))
    turn.reason ??= reasonOf(`Lead escreve em outra língua: “${heard.quote}”`)
    return
  }
  const foreign = heard.lines.find(
    (line) =>
      line.isQuestion &&
      (line.intents.size === 0 ||
        (line.intents.size === 1 && line.intents.has('greeting') && line.folded.split(' ').length > 4) ||
        (line.intents.has('whenStands') && !isOwnKnowledge(line.intents, talk))) &&
      line.matters.length === 0 &&
      saysSomething(line.folded),
  )
  const isAllThatWasSaid = heard.lines.length === 1 && (learned.acks.some(({ key }) => key !== 'need') || turn.isReminded)
  if (!foreign || isAllThatWasSaid || (learned.understood && isAnswered(foreign, talk))) return
  const question = tidy(foreign.raw, 100)
  noteQuestion(talk, question)
  said.push(say(talk, 'deferred'))
  turn.reason ??= reasonOf(`Lead perguntou: “${question}”`)
}

/** Counts what was not understood: once it is said, twice a person is called. */
const weigh = (turn: Turn): Answer | null => {
  const { talk, acks, said, learned, isFirst, stage } = turn
  const { heard, state } = talk
  const greeted = heard.intents.has('greeting')
  const answered = acks.length + said.length > 0
  const murmurs =
    !learned.understood && !answered && heard.media.length === 0 && heard.lines.every(({ folded }) => isMurmur(folded))
  if (murmurs && !greeted && !isFirst) return state.called === null ? null : pause(turn)
  const isMet =
    learned.understood || greeted || isFirst || heard.intents.has('meeting') || (answered && !heard.intents.has('outside'))
  state.misses = isMet ? 0 : state.misses + 1
  if (state.misses >= MISSES_BEFORE_A_PERSON || (!isMet && state.called !== null)) return giveUp(talk, stage, [])
  if (!isMet && said.length === 0) said.push(say(talk, 'notUnderstood'))
  const onlyGreeted = greeted && !learned.understood && !answered && !isFirst
  if (onlyGreeted && state.called !== null) return pause(turn, ...((state.used.waiting ?? 0) < 2 ? [say(talk, 'waiting')] : []))
  if (onlyGreeted) said.push(say(talk, 'again'))
  if (learned.understood && state.called?.startsWith('Não entendi')) state.called = null
  return null
}

/** The next question, or the end of the playbook. */
const goOn = (turn: Turn): Answer => {
  const { talk, playbook, acks, said, learned, greets, reason, stage } = turn
  const { state } = talk
  if (state.pending && (learned.understood || said.length > 0)) markInterrupted(talk)
  const topic = nextTopic(talk, playbook)
  if (topic) state.concluded = false
  if (topic) return { said: [...acks, ...said], question: ask(topic, talk), stage: topic.stage, reason, greets }
  if (!learned.understood && !turn.wasConcluded) return giveUp(talk, stage, said)
  const was = fact(talk, 'was')
  const doubt = caveat(talk)
  if (was && !doubt) moveMeeting(talk)
  const other = askOtherTime(talk)
  if (other) return { said: [...said], question: other.question, stage, reason: other.reason, greets }
  const end = endOf(talk, playbook)
  if (turn.wasConcluded && state.facts.ended === end.status)
    return addedAfterTheEnd(talk, [...learned.acks.filter(({ isLoud }) => isLoud).map(({ text }) => text), ...said], end.stage)
  state.facts.ended = end.status
  state.pending = null
  state.concluded = true
  const loud = turn.urgent || learned.acks.some(({ isLoud }) => isLoud) ? acks : []
  if (was && isMoving(talk)) state.facts.movedFrom = was
  forgetOld(talk)
  const attention =
    end.attention === null ? reason : reasonOf(was ? `${end.attention} (antes: ${was})${calendarOutcome(talk)}` : end.attention)
  return {
    said: [...loud, ...said, ...end.replies, ...(doubt ? [doubt] : [])],
    question: null,
    stage: end.stage,
    reason: attention,
    greets,
  }
}

/** A wish for a person is granted at once; whoever is angry is not asked for a budget, nor twice what happened. */
const takesOver = ({ intent }: Urgent, { state }: Talk, playbook: Playbook): boolean =>
  intent === 'person' ||
  intent === 'privacy' ||
  intent === 'insult' ||
  !playbook.caresForAnger ||
  (intent === 'angry' && (state.used.angry ?? 0) > 1)

/** What was heard is met, learned from, and followed by the next question or the end. */
const talkOn = (talk: Talk, playbook: Playbook, isFirst: boolean, urgent: Urgent | null): Answer => {
  const { heard, state } = talk
  const rebookings = state.used.rebook ?? 0
  if (
    state.facts.day !== undefined &&
    heard.intents.has('reschedule') &&
    !namesWhen(talk) &&
    rebookings >= REBOOKINGS_BEFORE_A_PERSON
  )
    return rebookByPerson(talk)

  if (!urgent && runsLate(talk)) return comesLate(talk, playbook)
  if (awaitsPerson(talk)) return whileWaiting(talk, playbook, urgent)
  if (urgent && takesOver(urgent, talk, playbook)) return handOver(talk, playbook, urgent)
  const turn = begin(talk, playbook, isFirst, urgent)
  if (turn.wasConcluded && !turn.learned.understood) {
    const coda = afterTheEnd(talk, [...turn.acks, ...turn.said])
    return { ...coda, reason: coda.reason ?? turn.reason, stage: FIRST, greets: turn.greets }
  }
  if (turn.waits) return pause(turn)
  const met = smallTalk(turn)
  if (met) return met
  declineOrDefer(turn)
  return weigh(turn) ?? goOn(turn)
}

/** One turn: danger and a wish to be left alone come before all talk. */
export const converse = (talk: Talk, playbook: Playbook, isFirst: boolean): Answer => {
  if (staysAway(talk)) return silent()
  const urgent = urgentIn(talk) ?? stopConfirmed(talk) ?? onlySpeaks(talk)
  if (urgent?.ends) return dropEverything(talk, urgent)
  const danger = dangerOf(talk)
  if (danger === 'lasts') return keepsCalling(talk)
  if (danger === 'denied') talk.state.facts.calmed = 'danger'
  return (urgent ? null : asksWhetherToStop(talk)) ?? talkOn(talk, playbook, isFirst, urgent)
}
