import type { Stage } from '@prosa/contract/entities/conversation'
import { saysSomething } from '../hear/business.ts'
import { quotable } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { afterTheEnd } from './after-the-end.ts'
import { acknowledgement, ask, learn, nextTopic } from './learn.ts'
import type { Playbook, Talk } from './playbook.ts'
import { answersTo, mediaReplies, noteQuestion, reasonOf, say, type Urgent, urgentIn } from './react.ts'

/** One turn's answer before it is cut into bubbles. */
export interface Answer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Why a person should look; null when nobody need. */
  readonly reason: string | null
  /** How the agent introduces itself, if it has not yet; in danger or farewell there is no time for it. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

const MISSES_BEFORE_A_PERSON = 2
const QUESTIONS_BEFORE_A_PERSON = 2
const FIRST: Stage = 'conexao'

const silent = (reason: string | null = null): Answer => ({ said: [], question: null, stage: FIRST, reason, greets: 'not' })

/** After a wish not to be written to: silence, until the lead comes back with something to say. */
const staysAway = ({ heard, state }: Talk): boolean => {
  const comesBack = (line: Line) =>
    line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.folded.split(' ').length > 3
  if (state.stopped && !heard.intents.has('stop') && heard.lines.some(comesBack)) {
    state.stopped = false
    state.called = null
  }
  return state.stopped
}

/** Danger, a farewell for good: one answer, no question, and no selling afterwards. */
const dropEverything = (talk: Talk, urgent: Urgent): Answer => {
  talk.state.stopped = urgent.intent === 'stop'
  if (urgent.intent !== 'stop') talk.state.facts.urgent = urgent.intent
  talk.state.called = urgent.reason
  talk.state.pending = null
  return { said: [urgent.reply], question: null, stage: 'inicializacao', reason: urgent.reason, greets: 'not' }
}

const keepsCalling = (talk: Talk): Answer => {
  const reason = reasonOf(`URGENTE: lead escreveu de novo: “${talk.heard.quote}”`)
  return { ...silent(reason), said: (talk.state.used.urgentWait ?? 0) < 3 ? [say(talk, 'urgentWait')] : [] }
}

const REBOOKINGS_BEFORE_A_PERSON = 2

/** A second thought about the date: the old one goes, and the question comes again in words not used yet. */
const reopenDate = ({ state }: Talk): void => {
  for (const key of ['day', 'hour', 'date', 'span', 'tooLate']) delete state.facts[key]
  state.skipped = state.skipped.filter((key) => key !== 'day' && key !== 'hour')
  state.concluded = false
}

/** Whoever changes the date again and again is better served by a person. */
const rebookByPerson = (talk: Talk): Answer => {
  const reason = reasonOf(`Lead quer remarcar de novo: “${talk.heard.quote}”`)
  talk.state.called = reason
  return { ...silent(reason), said: (talk.state.used.rebookByPerson ?? 0) < 2 ? [say(talk, 'rebookByPerson')] : [] }
}

/** The second miss in a row calls a person; further ones are met with less and less. */
const giveUp = (talk: Talk, stage: Stage, answered: readonly string[]): Answer => {
  const { state, heard } = talk
  const isFirstCall = state.called === null
  state.called = reasonOf(
    `${state.misses > 0 ? 'Não entendi o lead duas vezes seguidas' : 'Fiquei sem resposta do lead'}: “${heard.quote}”`,
  )
  state.misses = 0
  const said = isFirstCall ? [say(talk, 'callPerson')] : (state.used.waiting ?? 0) < 2 ? [say(talk, 'waiting')] : []
  return { said: [...answered, ...said], question: null, stage, reason: state.called, greets: 'fully' }
}

/** Something more was told when all was settled: it is taken, and the goodbye is not said twice. */
const addedAfterTheEnd = (talk: Talk, said: readonly string[], stage: Stage): Answer => ({
  said: [...said, ...((talk.state.used.noted ?? 0) < 3 ? [say(talk, 'noted')] : [])],
  question: null,
  stage,
  reason: reasonOf(`Lead escreveu depois do combinado: “${talk.heard.quote}”`),
  greets: 'fully',
})

/** The turn: what was heard is met, learned from, and followed by the next question or the end. */
export const converse = (talk: Talk, playbook: Playbook, isFirst: boolean): Answer => {
  const { heard, state } = talk
  if (staysAway(talk)) return silent()
  const urgent = urgentIn(talk)
  if (urgent?.ends) return dropEverything(talk, urgent)
  if (state.facts.urgent !== undefined) return keepsCalling(talk)

  const rebooks = state.facts.day !== undefined && heard.intents.has('reschedule')
  if (rebooks && (state.used.rebook ?? 0) >= REBOOKINGS_BEFORE_A_PERSON) return rebookByPerson(talk)
  if (rebooks) reopenDate(talk)
  const wasConcluded = state.concluded
  const learned = learn(talk, playbook)
  const { understood } = learned
  const stage = playbook.topics.find((topic) => topic.key === state.pending)?.stage ?? 'inicializacao'
  const acks = urgent ? [urgent.reply] : rebooks ? [say(talk, 'rebook')] : acknowledgement(learned, isFirst)
  const said = [...mediaReplies(talk), ...answersTo(talk, playbook)]
  if (heard.intents.has('bot')) said.push(say(talk, 'bot'))
  let reason = urgent?.reason ?? (learned.alerts[0] ? reasonOf(learned.alerts[0]) : null)
  if (urgent) state.called = urgent.reason
  const greets = urgent ? 'briefly' : 'fully'
  const pause = (...more: string[]): Answer => ({ said: [...acks, ...said, ...more], question: null, stage, reason, greets })

  if (wasConcluded && !understood) return { ...afterTheEnd(talk, [...acks, ...said]), stage: FIRST, greets }
  if (!understood && heard.intents.has('later')) return pause(say(talk, 'later'))
  if (!understood && said.length === 0 && heard.intents.has('bye')) return pause(say(talk, 'bye'))
  if (!understood && said.length === 0 && heard.intents.has('thanks')) said.push(say(talk, 'thanks'))

  const foreign = heard.lines.find((line) => line.isQuestion && line.intents.size === 0 && saysSomething(line.folded))
  if (heard.intents.has('outside')) said.push(say(talk, 'outside'))
  if (foreign && !understood) {
    noteQuestion(talk, quotable(foreign.raw, 100))
    said.push(say(talk, 'deferred'))
    if (state.questions.length >= QUESTIONS_BEFORE_A_PERSON)
      reason ??= reasonOf(`Lead tem dúvidas para a equipe: ${state.questions.join('; ')}`)
  }
  const greeted = heard.intents.has('greeting')
  const isMet = understood || greeted || isFirst || (acks.length + said.length > 0 && !heard.intents.has('outside'))
  state.misses = isMet ? 0 : state.misses + 1
  if (state.misses >= MISSES_BEFORE_A_PERSON || (!isMet && state.called !== null)) return giveUp(talk, stage, [])
  if (!isMet && said.length === 0) said.push(say(talk, 'notUnderstood'))
  if (greeted && !understood && acks.length + said.length === 0 && !isFirst) {
    if (state.called !== null) return pause(...((state.used.waiting ?? 0) < 2 ? [say(talk, 'waiting')] : []))
    said.push(say(talk, 'again'))
  }
  if (understood && state.called?.startsWith('Não entendi')) state.called = null

  const topic = nextTopic(talk, playbook)
  if (topic) return { said: [...acks, ...said], question: ask(topic, talk), stage: topic.stage, reason, greets }
  if (!understood && !wasConcluded) return giveUp(talk, stage, said)
  const end = playbook.conclude(talk)
  if (wasConcluded && state.facts.ended === end.status) return addedAfterTheEnd(talk, said, end.stage)
  state.facts.ended = end.status
  state.pending = null
  state.concluded = true
  const loud = urgent || learned.acks.some(({ isLoud }) => isLoud) ? acks : []
  return {
    said: [...loud, ...said, ...end.replies],
    question: null,
    stage: end.stage,
    reason: end.attention === null ? reason : reasonOf(end.attention),
    greets,
  }
}
