import { differenceInHours } from 'date-fns/differenceInHours'
import { asksToSend } from '../hear/matters.ts'
import { tidy } from '../hear/tidy.ts'
import { isOpen } from '../model/hours.ts'
import { callOff, callsOff } from './appointment.ts'
import { learn } from './learn.ts'
import { fact, type Playbook, type Talk } from './playbook.ts'
import { answerMatters, answersTo, mediaReplies, noteQuestion, reasonOf, say, type Urgent } from './react.ts'
import { type Answer, silent } from './special-turns.ts'
import { wishesMet } from './wishes.ts'

/** After a day without a word, nobody waits for the person any more: the agent may ask again. */
const WAIT_AT_MOST_H = 24

const TAKES_BACK =
  /\b(continua\w*|segu\w+|pode ser|falo|fico) (aqui )?(com voce|por aqui mesmo|sem atendente)\b|\bdeixa para la\b|\bnao precisa (mais )?(de )?(chamar|uma pessoa|atendente|ninguem)\b/

/** A person was promised and is waited for: the agent asks nothing until one has written, and left the talk to the agent again. */
export const awaitsPerson = (talk: Talk): boolean => {
  const { heard, state, input } = talk
  if (input.conversation.personAnswered) {
    delete state.facts.handedOver
    state.called = null
  }
  const since = fact(talk, 'handedOver')
  if (since === null) return false
  const isOver =
    differenceInHours(input.now, since) >= WAIT_AT_MOST_H ||
    heard.intents.has('meeting') ||
    heard.lines.some(({ folded }) => TAKES_BACK.test(folded))
  if (!isOver || heard.intents.has('person')) return true
  delete state.facts.handedOver
  state.called = null
  return false
}

/** Everything asked besides, each named back; the first reason to look. */
export const answerAll = (talk: Talk, playbook: Playbook): { said: string[]; reason: string | null } => {
  const matters = talk.heard.lines
    .filter((line) => line.isQuestion || asksToSend(line.folded) || playbook.besides(talk))
    .flatMap(({ matters }) => matters)
  const answered = answerMatters(talk, [...new Set(matters)])
  const simple = answersTo(talk, playbook)
  return { said: [...simple.said, ...(answered ? [answered.said] : [])], reason: answered?.reason ?? simple.reason }
}

/** The team is told who comes late; whoever is on the way is asked nothing. */
export const comesLate = (talk: Talk, playbook: Playbook): Answer => {
  const { heard, state } = talk
  const rest = heard.lines.filter(({ intents }) => !intents.has('late'))
  learn({ ...talk, heard: { ...heard, lines: rest } }, playbook)
  const { said } = answerAll(talk, playbook)
  state.misses = 0
  return {
    ...silent(reasonOf(`Lead vai se atrasar: “${heard.quote}”`)),
    said: [say(talk, 'late'), ...said],
    greets: 'briefly',
  }
}

/** Gives the talk to a person, and says what happens next. */
export const handOver = (talk: Talk, playbook: Playbook, urgent: Urgent): Answer => {
  const { agent, now, timeZone } = talk.input
  const isAway = !isOpen(agent.brief?.hours ?? null, now, timeZone)
  // Whoever wants to be forgotten is not written down.
  if (urgent.intent !== 'privacy') learn(talk, playbook)
  const { said } = answerAll(talk, playbook)
  talk.state.facts.handedOver ??= now.toISOString()
  talk.state.called = urgent.reason
  talk.state.pending = null
  return {
    said: [urgent.reply, ...(isAway && urgent.intent !== 'leak' ? [say(talk, 'afterHours')] : []), ...said],
    question: null,
    stage: 'inicializacao',
    reason: urgent.reason,
    greets: 'briefly',
  }
}

const ASKED_AGAIN_AT_MOST = 3

/** While a person is awaited: news is kept, questions are passed on, small talk is met, and nothing is asked. */
export const whileWaiting = (talk: Talk, playbook: Playbook, urgent: Urgent | null): Answer => {
  const { heard, state } = talk
  const answer = (said: string[], reason: string | null = null): Answer => ({ ...silent(reason), said, greets: 'briefly' })
  if (callsOff(talk)) {
    const { said, reason } = callOff(talk)
    return answer([said], reason)
  }
  const learned = learn(talk, playbook)
  const loud = learned.acks.find(({ isLoud }) => isLoud)
  const alert = learned.alerts[0]
  if (urgent) return answer((state.used[urgent.intent] ?? 0) <= ASKED_AGAIN_AT_MOST ? [urgent.reply] : [], urgent.reason)
  const met = wishesMet(talk)
  const asked = answerAll(talk, playbook)
  const said = [...met.said, ...asked.said]
  const reason = met.reason ?? asked.reason
  const foreign = heard.lines.find((line) => line.isQuestion && line.intents.size === 0 && line.matters.length === 0)
  const media = mediaReplies(talk)
  if (said.length > 0) return answer([...media, ...said], reason)
  if (foreign && foreign.folded.length > 3) {
    noteQuestion(talk, tidy(foreign.raw, 100))
    return answer([...media, say(talk, 'deferred')], reasonOf(`Lead perguntou: “${tidy(foreign.raw, 100)}”`))
  }
  if (heard.intents.has('outside')) return answer([say(talk, 'outside')])
  if (heard.intents.has('bye')) return answer([say(talk, 'bye')])
  if (heard.intents.has('thanks')) return answer([say(talk, 'thanks')])
  if (learned.understood || media.length > 0)
    return answer(
      [...media, ...(loud ? [loud.text] : []), ...((state.used.noted ?? 0) < 12 ? [say(talk, 'noted')] : [])],
      alert ? reasonOf(alert) : null,
    )
  const isNudge = heard.intents.has('greeting') || heard.lines.some(({ isQuestion }) => isQuestion)
  return answer(isNudge && (state.used.waiting ?? 0) < 2 ? [say(talk, 'waiting')] : [])
}
