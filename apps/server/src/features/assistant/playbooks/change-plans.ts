import { callOff, callsOff, forgetDate, namesWhen, refusesDay, takenBack } from './appointment.ts'
import { acknowledgement, type Learned, learn } from './learn.ts'
import { fact, type Playbook, type Talk } from './playbook.ts'
import { say } from './react.ts'
import {
  changesElsewhere,
  confirmsElsewhere,
  isMoving,
  MOVING_TOPICS,
  type Plans,
  withoutOldDate,
  withoutOthers,
} from './rebooking.ts'

/** What else was said in a turn that calls a date off. */
const withoutCancelling = (talk: Talk): Talk => ({
  ...talk,
  heard: {
    ...talk.heard,
    lines: talk.heard.lines.filter(({ intents }) => !intents.has('cancel') && !intents.has('cancelIt')),
  },
})

/** The date is open again, and what it was is kept until the change is settled. */
const reopenDate = (talk: Talk): Plans => {
  takenBack(talk)
  const { was = '', wasDate, wasDay, wasHour, moveId, moves } = talk.state.facts
  forgetDate(talk)
  for (const [key, kept] of Object.entries({ was, wasDate, wasDay, wasHour, moveId, moves }))
    if (kept !== undefined) talk.state.facts[key] = kept
  talk.state.pending = 'day'
  return { said: say(talk, 'rebook'), reason: null }
}

/** A date is called off, kept, or to be changed without a word on when; an appointment from elsewhere is moved or confirmed. */
const changesPlans = (talk: Talk): Plans | null => {
  if (callsOff(talk)) return callOff(talk)
  const elsewhere = changesElsewhere(talk) ?? confirmsElsewhere(talk)
  if (elsewhere) return elsewhere
  const moves = (talk.heard.intents.has('reschedule') && !namesWhen(withoutOldDate(talk).talk)) || refusesDay(talk)
  return fact(talk, 'day') !== null && moves ? reopenDate(talk) : null
}

/** What the burst does to a date, what it teaches besides, and what is said to both. */
interface Heeded {
  readonly plans: Plans | null
  readonly learned: Learned
  readonly acks: readonly string[]
  /** True: all was settled before this turn, and its plans opened nothing. */
  readonly wasConcluded: boolean
}

/** Heeds a burst: its plans first, then everything it tells. */
export const heed = (talk: Talk, playbook: Playbook, isFirst: boolean): Heeded => {
  const { state } = talk
  const wasOver = state.concluded
  const plans = changesPlans(talk)
  const wasConcluded = state.concluded
  const before = new Set(Object.keys(state.facts))
  const { talk: told } = withoutOldDate(plans ? withoutCancelling(talk) : talk)
  const learned = learn(told, wasOver ? playbook : withoutOthers(playbook, talk))
  const isNews = playbook.topics.some(({ key }) => !MOVING_TOPICS.has(key) && key in state.facts && !before.has(key))
  // Something else than the appointment that was moved: the talk goes on as usual.
  if (isMoving(talk) && wasOver && isNews) delete state.facts.moves
  const heard = acknowledgement(learned, isFirst)
  return { plans, learned, wasConcluded, acks: plans ? [plans.said, ...(isMoving(talk) ? heard : [])] : heard }
}
