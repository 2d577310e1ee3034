import type { Stage } from '@prosa/contract/entities/conversation'
import { saysSomething } from '../hear/business.ts'
import { quotable } from '../hear/fold.ts'
import { afterTheEnd } from './after-the-end.ts'
import { acknowledgement, ask, type Learned, learn, nextTopic } from './learn.ts'
import type { Playbook, Talk } from './playbook.ts'
import { answersTo, mediaReplies, noteQuestion, reasonOf, say, type Urgent, urgentIn } from './react.ts'
import {
  type Answer,
  addedAfterTheEnd,
  dropEverything,
  FIRST,
  giveUp,
  keepsCalling,
  rebookByPerson,
  reopenDate,
  silent,
  staysAway,
} from './special-turns.ts'

const MISSES_BEFORE_A_PERSON = 2
const QUESTIONS_BEFORE_A_PERSON = 2
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
  reason: string | null
}

const begin = (talk: Talk, playbook: Playbook, isFirst: boolean, urgent: Urgent | null): Turn => {
  const { heard, state } = talk
  const rebooks = state.facts.day !== undefined && heard.intents.has('reschedule')
  if (rebooks) reopenDate(talk)
  const wasConcluded = state.concluded
  const stage = playbook.topics.find((topic) => topic.key === state.pending)?.stage ?? 'inicializacao'
  const learned = learn(talk, playbook)
  const acks = urgent ? [urgent.reply] : rebooks ? [say(talk, 'rebook')] : acknowledgement(learned, isFirst)
  const said = [...mediaReplies(talk), ...answersTo(talk, playbook)]
  if (heard.intents.has('bot')) said.push(say(talk, 'bot'))
  if (urgent) state.called = urgent.reason
  const reason = urgent?.reason ?? (learned.alerts[0] ? reasonOf(learned.alerts[0]) : null)
  return {
    talk,
    playbook,
    isFirst,
    urgent,
    learned,
    wasConcluded,
    stage,
    greets: urgent ? 'briefly' : 'fully',
    acks,
    said,
    reason,
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
  if (intents.has('bye')) return pause(turn, say(talk, 'bye'))
  if (intents.has('thanks')) said.push(say(talk, 'thanks'))
  return null
}

/** What is none of the agent's business is declined; what only the team can answer is noted for it. */
const declineOrDefer = (turn: Turn): void => {
  const { talk, said, learned } = turn
  const { heard, state } = talk
  if (heard.intents.has('outside')) said.push(say(talk, 'outside'))
  const foreign = heard.lines.find((line) => line.isQuestion && line.intents.size === 0 && saysSomething(line.folded))
  if (!foreign || learned.understood) return
  noteQuestion(talk, quotable(foreign.raw, 100))
  said.push(say(talk, 'deferred'))
  if (state.questions.length >= QUESTIONS_BEFORE_A_PERSON)
    turn.reason ??= reasonOf(`Lead tem dúvidas para a equipe: ${state.questions.join('; ')}`)
}

/** Counts what was not understood: once it is said, twice a person is called. */
const weigh = (turn: Turn): Answer | null => {
  const { talk, acks, said, learned, isFirst, stage } = turn
  const { heard, state } = talk
  const greeted = heard.intents.has('greeting')
  const answered = acks.length + said.length > 0
  const isMet = learned.understood || greeted || isFirst || (answered && !heard.intents.has('outside'))
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
  const topic = nextTopic(talk, playbook)
  if (topic) return { said: [...acks, ...said], question: ask(topic, talk), stage: topic.stage, reason, greets }
  if (!learned.understood && !turn.wasConcluded) return giveUp(talk, stage, said)
  const end = playbook.conclude(talk)
  if (turn.wasConcluded && state.facts.ended === end.status) return addedAfterTheEnd(talk, said, end.stage)
  state.facts.ended = end.status
  state.pending = null
  state.concluded = true
  const loud = turn.urgent || learned.acks.some(({ isLoud }) => isLoud) ? acks : []
  const attention = end.attention === null ? reason : reasonOf(end.attention)
  return { said: [...loud, ...said, ...end.replies], question: null, stage: end.stage, reason: attention, greets }
}

/** One turn: what was heard is met, learned from, and followed by the next question or the end. */
export const converse = (talk: Talk, playbook: Playbook, isFirst: boolean): Answer => {
  const { heard, state } = talk
  if (staysAway(talk)) return silent()
  const urgent = urgentIn(talk)
  if (urgent?.ends) return dropEverything(talk, urgent)
  if (state.facts.urgent !== undefined) return keepsCalling(talk)
  const rebookings = state.used.rebook ?? 0
  if (state.facts.day !== undefined && heard.intents.has('reschedule') && rebookings >= REBOOKINGS_BEFORE_A_PERSON)
    return rebookByPerson(talk)

  const turn = begin(talk, playbook, isFirst, urgent)
  if (turn.wasConcluded && !turn.learned.understood) {
    return { ...afterTheEnd(talk, [...turn.acks, ...turn.said]), stage: FIRST, greets: turn.greets }
  }
  const met = smallTalk(turn)
  if (met) return met
  declineOrDefer(turn)
  return weigh(turn) ?? goOn(turn)
}
