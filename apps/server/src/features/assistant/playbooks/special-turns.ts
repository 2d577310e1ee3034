import type { Stage } from '@prosa/contract/entities/conversation'
import { differenceInHours } from 'date-fns/differenceInHours'
import { isNoDanger } from '../hear/danger.ts'
import type { Line } from '../hear/hear.ts'
import { fact, type Talk } from './playbook.ts'
import { reasonOf, say, type Urgent } from './react.ts'

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

/** Stages only rise, so the first one changes nothing. */
export const FIRST: Stage = 'conexao'

export const silent = (reason: string | null = null): Answer => ({
  said: [],
  question: null,
  stage: FIRST,
  reason,
  greets: 'not',
})

/** After a wish not to be written to: silence, until the lead comes back with something to say. */
export const staysAway = ({ heard, state }: Talk): boolean => {
  const comesBack = (line: Line) =>
    line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.folded.split(' ').length > 3
  if (state.stopped && !heard.intents.has('stop') && heard.lines.some(comesBack)) {
    state.stopped = false
    state.called = null
  }
  return state.stopped
}

/** Danger, a farewell for good: one answer, no question, and no selling afterwards. */
export const dropEverything = (talk: Talk, urgent: Urgent): Answer => {
  talk.state.stopped = urgent.intent === 'stop'
  if (urgent.intent !== 'stop') {
    talk.state.facts.urgent = urgent.intent
    talk.state.facts.urgentAt = talk.input.now.toISOString()
  }
  talk.state.called = urgent.reason
  talk.state.pending = null
  return { said: [urgent.reply], question: null, stage: 'inicializacao', reason: urgent.reason, greets: 'not' }
}

/** Whoever was in danger is not sold to: every further message calls again. */
export const keepsCalling = (talk: Talk): Answer => {
  const asksForPerson = talk.heard.intents.has('person')
  const reason = reasonOf(`URGENTE: lead ${asksForPerson ? 'pede uma pessoa' : 'escreveu de novo'}: “${talk.heard.quote}”`)
  const said = (talk.state.used.urgentWait ?? 0) < 3 ? [say(talk, 'urgentWait')] : []
  return { ...silent(reason), said: asksForPerson ? [say(talk, 'personComing')] : said }
}

const DANGER_AT_MOST_H = 24

/** Danger is over when a person has answered, after a day, or when the lead says that it was none. */
export const dangerOf = (talk: Talk): 'none' | 'lasts' | 'denied' => {
  const { state, input, heard } = talk
  if (state.facts.urgent === undefined) return 'none'
  state.facts.urgentAt ??= input.now.toISOString()
  const isDenied = heard.lines.some(({ folded }) => isNoDanger(folded))
  const isOver =
    input.conversation.personAnswered || differenceInHours(input.now, fact(talk, 'urgentAt') ?? input.now) >= DANGER_AT_MOST_H
  if (!isDenied && !isOver) return 'lasts'
  delete state.facts.urgent
  delete state.facts.urgentAt
  state.called = null
  return isDenied && !isOver ? 'denied' : 'none'
}

/** Perhaps the lead wants to be left alone: asked once, and a yes to it is taken at its word. */
export const asksWhetherToStop = (talk: Talk): Answer | null => {
  const { state, heard } = talk
  if (!heard.intents.has('mayStop') || (state.used.mayStop ?? 0) > 0) return null
  state.facts.mayStop = 'sim'
  state.pending = null
  return {
    ...silent(reasonOf(`Lead talvez não queira mais mensagens: “${heard.quote}”`)),
    question: say(talk, 'mayStop'),
    greets: 'briefly',
  }
}

/** Whoever changes the date again and again is better served by a person. */
export const rebookByPerson = (talk: Talk): Answer => {
  const reason = reasonOf(`Lead quer remarcar de novo: “${talk.heard.quote}”`)
  talk.state.called = reason
  return { ...silent(reason), said: (talk.state.used.rebookByPerson ?? 0) < 2 ? [say(talk, 'rebookByPerson')] : [] }
}

/** Not understood twice in a row, or no question left that was answered: a person is called; further misses are met with less and less. */
export const giveUp = (talk: Talk, stage: Stage, answered: readonly string[]): Answer => {
  const { state, heard } = talk
  const isFirstCall = state.called === null
  const why = state.misses > 0 ? 'Não entendi o lead duas vezes seguidas' : 'Fiquei sem resposta do lead'
  state.called = reasonOf(`${why}: “${heard.quote}”`)
  state.misses = 0
  const said = isFirstCall ? [say(talk, 'callPerson')] : (state.used.waiting ?? 0) < 2 ? [say(talk, 'waiting')] : []
  return { said: [...answered, ...said], question: null, stage, reason: state.called, greets: 'fully' }
}

/** Something more was told when all was settled: it is taken, and the goodbye is not said twice. */
export const addedAfterTheEnd = (talk: Talk, said: readonly string[], stage: Stage): Answer => ({
  said: [...said, ...((talk.state.used.noted ?? 0) < 12 ? [say(talk, 'noted')] : [])],
  question: null,
  stage,
  reason: reasonOf(`Lead escreveu depois do combinado: “${talk.heard.quote}”`),
  greets: 'fully',
})
