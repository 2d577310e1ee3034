import type { Stage } from '@prosa/contract/entities/conversation'
import { reasonOf } from '../guard/log.ts'
import { NO_INTEREST } from '../guard/rules.ts'
import { isMurmur, saysSomething } from '../understanding/business.ts'
import { tidy } from '../understanding/fold.ts'
import type { Line } from '../understanding/understand.ts'
import { askOtherTime, calendarOutcome, moveMeeting } from './calendar.ts'
import { caveat } from './date-topics.ts'
import { isDated } from './dates.ts'
import { hasAnswer, topicsNow } from './learn.ts'
import { isMeaningless } from './meaningless.ts'
import { forgetOld } from './moving.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { type Conclusion, conclusion, type Playbook } from './playbook.ts'
import { type Answer, defer, isOwnKnowledge, saying } from './react.ts'
import { cancelled, isMoving, movedFrom, oldDate, whenText } from './standing.ts'
import { because, fact, isCalled, say, sayAtMost, type Talk, tell, timesUsed, waysTo } from './talk.ts'
import type { Topic } from './topic.ts'
import { pause, type Turn } from './turn.ts'

/** 'Pode ser terça?' was taken for the day it names, and a question may be the matter itself. */
const isAnswered = (line: Line, talk: Talk): boolean =>
  isDated(line, talk) || (talk.memory.facts.details?.includes(tidy(line.raw, 40)) ?? false)

/** A question that nothing here answers. */
const isOpen = ({ folded, intents, isQuestion, isNonsense, matters }: Line, talk: Talk): boolean => {
  const isMore = intents.size === 1 && intents.has('greeting') && folded.split(' ').length > 4
  const isUnknownDate = intents.has('whenStands') && !isOwnKnowledge(intents, talk)
  return (
    isQuestion && !isNonsense && (intents.size === 0 || isMore || isUnknownDate) && matters.length === 0 && saysSomething(folded)
  )
}

/** What is none of the agent's business is declined; what only the team can answer is noted for it. */
export const declineOrDefer = (turn: Turn): void => {
  const { talk, said, learned } = turn
  const { lines, intents } = talk.understood
  if (intents.has('foreign')) {
    said.push(say(talk, 'foreign'))
    turn.reason ??= because(talk, 'foreign')
    return
  }
  const open = lines.find((line) => isOpen(line, talk))
  const isAllThatWasSaid = lines.length === 1 && (learned.acks.some(({ key }) => key !== 'need') || turn.isReminded)
  if (!open || isAllThatWasSaid || (learned.isUnderstood && isAnswered(open, talk))) return
  const deferred = defer(talk, open)
  said.push(...deferred.said)
  turn.reason ??= deferred.reason
}

const MISSES_BEFORE_A_PERSON = 2
/** How the reason begins that a person was called for because nothing was understood. */
const NOT_UNDERSTOOD = TEAM.reasons.notUnderstood.split(':')[0] ?? ''

/** Not understood twice in a row, or no question left that was answered: a person is called; further misses are met with less and less. */
const giveUp = (talk: Talk, stage: Stage, answered: readonly string[]): Answer => {
  const { memory } = talk
  const isFirstCall = !isCalled(talk)
  const reason = because(talk, memory.misses > 0 ? 'notUnderstood' : 'noAnswer')
  memory.called ??= reason
  memory.misses = 0
  const said = isFirstCall ? [say(talk, 'callPerson')] : sayAtMost(2, talk, 'waiting')
  return saying([...answered, ...said], reason, { stage, greets: 'fully' })
}

/** Counts what was not understood: once it is said, twice a person is called. */
export const weigh = (turn: Turn): Answer | null => {
  const { talk, acks, said, learned, isFirst, stage } = turn
  const { understood, memory } = talk
  const greeted = understood.intents.has('greeting')
  const isAnswered = acks.length + said.length > 0
  const isNothingNew = !learned.isUnderstood && !isAnswered
  const murmurs = understood.media.length === 0 && understood.lines.every(({ folded }) => isMurmur(folded))
  if (isNothingNew && murmurs && !greeted && !isFirst) return isCalled(talk) ? pause(turn) : null
  // Something was understood, or there was little to understand.
  const isMet = !isNothingNew || greeted || understood.intents.has('meeting') || (isFirst && !isMeaningless(talk))
  memory.misses = isMet ? 0 : memory.misses + 1
  if (memory.misses >= MISSES_BEFORE_A_PERSON || (!isMet && isCalled(talk))) return giveUp(talk, stage, [])
  // Not played over: neither praise nor the next question (2-agents §2, honest ears).
  if (!isMet && isMeaningless(talk)) return { ...pause(turn, say(talk, 'meaningless')), greets: 'briefly' }
  if (!isMet) said.push(say(talk, 'notUnderstood'))
  const onlyGreeted = greeted && isNothingNew && !isFirst
  if (onlyGreeted && isCalled(talk)) return pause(turn, ...sayAtMost(2, talk, 'waiting'))
  if (onlyGreeted) said.push(say(talk, 'again'))
  if (learned.isUnderstood && memory.called?.startsWith(NOT_UNDERSTOOD)) memory.called = null
  return null
}

/** Nobody is asked the same thing a third time, but for half an answer or a date called off. */
const ASKED_AT_MOST = 2

/** Without these the team cannot go on. */
const ESSENTIAL = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** The open question got something else for an answer: it may come back once, when all others are done. */
const markInterrupted = ({ memory }: Talk): void => {
  if (ESSENTIAL.has(memory.pending ?? '')) memory.used[`put off:${memory.pending}`] = 1
}

const waysToAsk = (topic: Topic, talk: Talk): string[] =>
  (topic.asks?.(talk) ?? ['']).flatMap((of) => waysTo(topic.words, 'ask', of))
const timesAsked = ({ key }: Topic, { memory }: Talk): number => memory.asked[key] ?? 0

/** What is known, or was left, is asked no more; it may still be told. */
const mayAsk = (topic: Topic, talk: Talk, isLast: boolean): boolean => {
  const { key } = topic
  if (hasAnswer(topic, talk) || talk.memory.skipped.includes(key) || topic.applies?.(talk) === false) return false
  const most = ASKED_AT_MOST + timesUsed(talk, `more:${key}`) + (isLast ? timesUsed(talk, `put off:${key}`) : 0)
  return timesAsked(topic, talk) < Math.min(most, waysToAsk(topic, talk).length)
}

/** The next thing to ask; after a cancellation nothing but a new date. */
const nextTopic = (talk: Talk, playbook: Playbook): Topic | null => {
  const isOpen = cancelled(talk) === null || fact(talk, 'another') === 'sim'
  const topics = isOpen
    ? topicsNow(playbook, talk)
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && fact(talk, 'another') !== null))
  return [false, true].flatMap((isLast) => topics.find((topic) => mayAsk(topic, talk, isLast)) ?? [])[0] ?? null
}

/** Asks, in words not used before for this. */
const ask = (topic: Topic, talk: Talk): string => {
  const times = timesAsked(topic, talk)
  talk.memory.asked[topic.key] = times + 1
  talk.memory.pending = topic.key
  return tell(talk, waysToAsk(topic, talk)[times] ?? '', topic.values?.(talk))
}

/** The lead wants nothing more of the matter. */
const NOTHING_MORE: Conclusion = { replies: [], stage: 'conexao', status: NO_INTEREST, attention: null }

/** A status of the end of an appointment holds the lead's words: as much of them as the team's list shows. */
const endInShort = (...of: Parameters<typeof conclusion>): Conclusion => {
  const end = conclusion(...of)
  return { ...end, status: end.status.slice(0, 60) }
}

/** The end after a date was called off and no other was wanted. */
const endOfCancelled = (talk: Talk): Conclusion => {
  const words = PLANS.calledOff
  const outcome = cancelled(talk) === PLANS.elsewhere ? words['outcome elsewhere'] : words.outcome
  return endInShort(talk, words, 'agendamento', { outcome })
}

/** The end of a move. */
const endOfMoving = (talk: Talk): Conclusion => {
  const words = PLANS.moved
  const was = movedFrom(talk) ?? PLANS.elsewhere
  const reply = talk.meeting ? words['reply done'] : words.reply
  const from = was === PLANS.elsewhere ? was : tell(talk, words.from, { was })
  return endInShort(talk, { ...words, reply }, 'agendamento', { to: whenText(talk) || words.open, from })
}

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
  if (turn.wasConcluded && memory.facts.ended === end.status) {
    const more = [...loud, ...said, ...sayAtMost(12, talk, 'noted')]
    return saying(more, because(talk, 'afterTheEnd'), { stage: end.stage, greets: 'fully' })
  }
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
