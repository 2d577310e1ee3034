import type { Verdict } from '../guard/verdict.ts'
import { type Answer, saying } from './answer.ts'
import { callOff, callsOff } from './appointment.ts'
import { namesWhen } from './dates.ts'
import { learn } from './learn.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { answerAll, defer, mediaReplies, wishesMet } from './react.ts'
import { whenText } from './standing.ts'
import { because, say, sayAtMost, type Talk } from './talk.ts'

export type HandsOver = Extract<Verdict, { kind: 'hands_over' }>

/** The team is told who comes late; whoever is on the way is asked nothing. */
export const comesLate = (talk: Talk, playbook: Playbook): Answer => {
  const { understood, memory } = talk
  const rest = understood.lines.filter(({ intents }) => !intents.has('late'))
  learn({ ...talk, understood: { ...understood, lines: rest } }, playbook)
  const { said } = answerAll(talk, playbook)
  memory.misses = 0
  return saying([say(talk, 'late'), ...said], because(talk, 'late'), { greets: 'briefly' })
}

/** Gives the talk to a person, and says what happens next. */
export const handOver = (talk: Talk, playbook: Playbook, verdict: HandsOver): Answer => {
  // Whoever wants to be forgotten is not written down.
  if (verdict.rule !== 'privacy') learn(talk, playbook)
  const { said } = answerAll(talk, playbook)
  talk.memory.pending = null
  return saying([...verdict.said, ...said], verdict.reason, { stage: 'inicializacao', greets: 'briefly' })
}

const ASKED_AGAIN_AT_MOST = 3

/** While a person is awaited: news is kept, questions are passed on, small talk is met, and nothing is asked. */
export const whileWaiting = (talk: Talk, playbook: Playbook, verdict: HandsOver | null): Answer => {
  const { understood, screening } = talk
  const { intents, lines } = understood
  const answer = (said: readonly string[], reason: string | null = null) => saying(said, reason, { greets: 'briefly' })
  // What the person who is awaited was to come for is nothing that stands here.
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
