import type { Stage } from '@prosa/contract/entities/conversation'
import { isMurmur, saysSomething } from '../understanding/business.ts'
import { tidy } from '../understanding/tidy.ts'
import type { Line } from '../understanding/understand.ts'
import { type Answer, saying } from './answer.ts'
import { isDated } from './dates.ts'
import TEAM from './phrases/team.json' with { type: 'json' }
import { defer } from './react.ts'
import { isOwnKnowledge } from './self-answers.ts'
import { because, isCalled, say, sayAtMost, type Talk } from './talk.ts'
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
export const giveUp = (talk: Talk, stage: Stage, answered: readonly string[]): Answer => {
  const { memory } = talk
  const isFirstCall = !isCalled(talk)
  memory.called = because(talk, memory.misses > 0 ? 'notUnderstood' : 'noAnswer')
  memory.misses = 0
  const said = isFirstCall ? [say(talk, 'callPerson')] : sayAtMost(2, talk, 'waiting')
  return saying([...answered, ...said], memory.called, { stage, greets: 'fully' })
}

/** Mashed keys, sounds, words of no language: whoever begins with that is greeted, and asked to say it otherwise. */
const isMeaningless = ({ lines }: Talk['understood']): boolean =>
  lines.length > 0 &&
  lines.every(
    ({ folded, intents, matters, isNonsense }) =>
      isNonsense || (intents.size === 0 && matters.length === 0 && !isMurmur(folded) && !saysSomething(folded)),
  )

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
  const isMet = !isNothingNew || greeted || understood.intents.has('meeting') || (isFirst && !isMeaningless(understood))
  memory.misses = isMet ? 0 : memory.misses + 1
  if (memory.misses >= MISSES_BEFORE_A_PERSON || (!isMet && isCalled(talk))) return giveUp(talk, stage, [])
  // Not played over: neither praise nor the next question (2-agents §2, honest ears).
  if (!isMet && isMeaningless(understood)) return { ...pause(turn, say(talk, 'meaningless')), greets: 'briefly' }
  if (!isMet) said.push(say(talk, 'notUnderstood'))
  const onlyGreeted = greeted && isNothingNew && !isFirst
  if (onlyGreeted && isCalled(talk)) return pause(turn, ...sayAtMost(2, talk, 'waiting'))
  if (onlyGreeted) said.push(say(talk, 'again'))
  if (learned.isUnderstood && memory.called?.startsWith(NOT_UNDERSTOOD)) memory.called = null
  return null
}
