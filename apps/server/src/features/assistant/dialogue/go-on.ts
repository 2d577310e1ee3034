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

/** Returns true if a question was already used: as a date ('Pode ser terça?') or as part of the need. */
const isAnswered = (line: Line, talk: Talk): boolean =>
  isDated(line, talk) || (talk.memory.facts.details?.includes(tidy(line.raw, 40)) ?? false)

/** Returns true if a line is a question that the playbook cannot answer. */
const isOpen = ({ folded, intents, isQuestion, isNonsense, matters }: Line, talk: Talk): boolean => {
  const isMore = intents.size === 1 && intents.has('greeting') && folded.split(' ').length > 4
  const isUnknownDate = intents.has('whenStands') && !isOwnKnowledge(intents, talk)
  return (
    isQuestion && !isNonsense && (intents.size === 0 || isMore || isUnknownDate) && matters.length === 0 && saysSomething(folded)
  )
}

/** Declines messages in another language, and forwards questions that only the team can answer. */
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
/** Prefix of the attention reason for messages that were not understood. */
const NOT_UNDERSTOOD = TEAM.reasons.notUnderstood.split(':')[0] ?? ''

/**
 * Calls a user after two turns in a row that were not understood, or if no question is left. If a user is already called, says at most
 * twice that the lead has to wait.
 */
const giveUp = (talk: Talk, stage: Stage, answered: readonly string[]): Answer => {
  const { memory } = talk
  const isFirstCall = !isCalled(talk)
  const reason = because(talk, memory.misses > 0 ? 'notUnderstood' : 'noAnswer')
  memory.called ??= reason
  memory.misses = 0
  const said = isFirstCall ? [say(talk, 'callPerson')] : sayAtMost(2, talk, 'waiting')
  return saying([...answered, ...said], reason, { stage, greets: 'fully' })
}

/** Counts turns that were not understood. Says so after the first; calls a user after the second. Returns null if the turn continues. */
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
  // Meaningless text gets neither praise nor the next question (2-agents §2).
  if (!isMet && isMeaningless(talk)) return { ...pause(turn, say(talk, 'meaningless')), greets: 'briefly' }
  if (!isMet) said.push(say(talk, 'notUnderstood'))
  const onlyGreeted = greeted && isNothingNew && !isFirst
  if (onlyGreeted && isCalled(talk)) return pause(turn, ...sayAtMost(2, talk, 'waiting'))
  if (onlyGreeted) said.push(say(talk, 'again'))
  if (learned.isUnderstood && memory.called?.startsWith(NOT_UNDERSTOOD)) memory.called = null
  return null
}

/** Maximum number of times that a question is asked, except after a partial answer or a cancelled date. */
const ASKED_AT_MOST = 2

/** Topics without which the team cannot continue. */
const ESSENTIAL = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** Notes that the lead answered something else, so that the question may be asked once more after all others. */
const markInterrupted = ({ memory }: Talk): void => {
  if (ESSENTIAL.has(memory.pending ?? '')) memory.used[`put off:${memory.pending}`] = 1
}

const waysToAsk = (topic: Topic, talk: Talk): string[] =>
  (topic.asks?.(talk) ?? ['']).flatMap((of) => waysTo(topic.words, 'ask', of))
const timesAsked = ({ key }: Topic, { memory }: Talk): number => memory.asked[key] ?? 0

/** Returns true if a topic may be asked: unknown, not skipped, applicable, and with an unused phrasing left. */
const mayAsk = (topic: Topic, talk: Talk, isLast: boolean): boolean => {
  const { key } = topic
  if (hasAnswer(topic, talk) || talk.memory.skipped.includes(key) || topic.applies?.(talk) === false) return false
  const most = ASKED_AT_MOST + timesUsed(talk, `more:${key}`) + (isLast ? timesUsed(talk, `put off:${key}`) : 0)
  return timesAsked(topic, talk) < Math.min(most, waysToAsk(topic, talk).length)
}

/** Returns the next topic to ask, or null. After a cancellation only a new date is asked for. */
const nextTopic = (talk: Talk, playbook: Playbook): Topic | null => {
  const isOpen = cancelled(talk) === null || fact(talk, 'another') === 'sim'
  const topics = isOpen
    ? topicsNow(playbook, talk)
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && fact(talk, 'another') !== null))
  return [false, true].flatMap((isLast) => topics.find((topic) => mayAsk(topic, talk, isLast)) ?? [])[0] ?? null
}

/** Returns a question for a topic in a phrasing that was not used before. */
const ask = (topic: Topic, talk: Talk): string => {
  const times = timesAsked(topic, talk)
  talk.memory.asked[topic.key] = times + 1
  talk.memory.pending = topic.key
  return tell(talk, waysToAsk(topic, talk)[times] ?? '', topic.values?.(talk))
}

/** End of a conversation with a lead who is not interested. */
const NOTHING_MORE: Conclusion = { replies: [], stage: 'conexao', status: NO_INTEREST, attention: null }

/** Returns a conclusion whose status is shortened to what the team's list shows. */
const endInShort = (...of: Parameters<typeof conclusion>): Conclusion => {
  const end = conclusion(...of)
  return { ...end, status: end.status.slice(0, 60) }
}

/** Returns the conclusion after a date was cancelled without a new one. */
const endOfCancelled = (talk: Talk): Conclusion => {
  const words = PLANS.calledOff
  const outcome = cancelled(talk) === PLANS.elsewhere ? words['outcome elsewhere'] : words.outcome
  return endInShort(talk, words, 'agendamento', { outcome })
}

/** Returns the conclusion after a date was moved. */
const endOfMoving = (talk: Talk): Conclusion => {
  const words = PLANS.moved
  const was = movedFrom(talk) ?? PLANS.elsewhere
  const reply = talk.meeting ? words['reply done'] : words.reply
  const from = was === PLANS.elsewhere ? was : tell(talk, words.from, { was })
  return endInShort(talk, { ...words, reply }, 'agendamento', { to: whenText(talk) || words.open, from })
}

/** Returns the conclusion of a conversation: cancellation, move, no interest, or that of the playbook. */
export const endOf = (talk: Talk, playbook: Playbook): Conclusion => {
  if (cancelled(talk) !== null) return endOfCancelled(talk)
  if (isMoving(talk)) return endOfMoving(talk)
  return fact(talk, 'noInterest') === null ? playbook.conclude(talk) : NOTHING_MORE
}

/** Ends the conversation and confirms once what was agreed. */
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

/** Asks the next question, or ends the playbook. */
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
