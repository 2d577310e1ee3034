import { hourIn } from '../understanding/hour.ts'
import { patternsOf } from '../understanding/patterns.ts'
import { PLAN_PARTS } from '../understanding/plans.ts'
import { calendarText, meetingMeant, meetingsOf, meetingTitled, momentOf } from './calendar.ts'
import { dayNamed, daysMentioned, daysNamed } from './dates.ts'
import PATTERNS from './patterns/appointment.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import { callItOff, cancelled, dateNow, dropDate, whenText } from './standing.ts'
import { because, countUse, forget, type Talk, tell } from './talk.ts'

const SAID = patternsOf(PATTERNS, PLAN_PARTS)

/** Answer to a change of plans. `waits`: no question follows. */
export interface Plans {
  readonly said: string
  readonly reason: string | null
  readonly waits?: boolean
}

/** Returns true if the lead will be late but still comes: 'tive um imprevisto, vou me atrasar' cancels nothing. */
export const runsLate = ({ understood }: Talk): boolean =>
  understood.intents.has('late') &&
  !understood.intents.has('reschedule') &&
  !understood.lines.some(({ folded }) => /\b(desmarc|cancel)/.test(folded))

/** Returns true if the lead rejects the agreed day: 'Sábado não dá' about the agreed Saturday. */
export const refusesDay = (talk: Talk): boolean =>
  talk.understood.lines.some(
    (line) => dayNamed(line, talk) === null && daysMentioned(line, talk).some(({ value }) => value.text === dateNow(talk).day),
  )

/** Returns true if the lead names another day than the agreed one: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (talk: Talk): boolean => {
  const days = daysNamed(talk)
  return days.length > 0 && !days.includes(dateNow(talk).date ?? '')
}

/** Returns true if the lead mentions an appointment of their own that may be unknown here: 'minha consulta de amanhã'. */
export const namesOwn = ({ understood }: Talk): boolean =>
  understood.lines.some(({ folded, intents }) => SAID.own.test(folded) && (intents.has('cancel') || intents.has('reschedule')))

/** Returns true if the conversation starts with a change of plans, which means an appointment that is unknown here. */
export const comesWith = ({ understood, memory }: Talk, plan: 'cancel' | 'reschedule'): boolean =>
  memory.facts.need === undefined && understood.lines.some(({ leans }) => leans === plan)

/**
 * Returns true if the lead proposes another time. 'Não vou poder ir sábado' names the old day; 'não posso sábado, pode ser domingo?' names
 * a new one.
 */
const proposesAnother = (talk: Talk): boolean =>
  talk.understood.lines.some((line) => {
    const day = dayNamed(line, talk)
    return (
      SAID.proposes.test(line.folded) && (day === null ? hourIn(line.folded, false) !== null : day.text !== dateNow(talk).day)
    )
  })

/** Returns true if the lead answers which appointment to cancel, by its day or title. */
const namesWhich = (talk: Talk): boolean =>
  talk.memory.pending === 'which' && (daysNamed(talk).length > 0 || meetingTitled(talk) !== null)

/** Returns true if the lead cancels an appointment without naming a new date. */
export const callsOff = (talk: Talk): boolean => {
  const { intents } = talk.understood
  if (cancelled(talk) !== null) return false
  if (namesWhich(talk)) return true
  const { day, hour } = dateNow(talk)
  const stands = day !== undefined || hour !== undefined || meetingsOf(talk).length > 0
  if (!stands)
    return (
      intents.has('cancel') &&
      !(intents.has('reschedule') || intents.has('refusal')) &&
      (namesOwn(talk) || daysNamed(talk).length > 0 || comesWith(talk, 'cancel'))
    )
  return (intents.has('cancel') || intents.has('cancelIt')) && !(intents.has('reschedule') || proposesAnother(talk))
}

/** Returns true if 'Cancela' may mean a date agreed here or another one in the calendar. */
const isUnclear = (talk: Talk): boolean =>
  talk.memory.pending !== 'which' &&
  dateNow(talk).day !== undefined &&
  daysNamed(talk).length === 0 &&
  meetingsOf(talk).length > 0 &&
  meetingMeant(talk, []) === null

/** Asks which appointment to cancel. Nothing is cancelled yet. */
const askWhich = (talk: Talk): Plans => {
  talk.memory.pending = 'which'
  talk.halfway = true
  const both = tell(talk, PLANS.which.both, { calendar: calendarText(talk) })
  return { said: tell(talk, PLANS.which.ask, { both }), reason: because(talk, 'cancelsWhich', { both }), waits: true }
}

/** Removes the agreed date and allows the questions about day and hour again, in new phrasings. */
export const forgetDate = (talk: Talk, keepOld = false): void => {
  const { memory } = talk
  const { hour } = dateNow(talk)
  if (hour) memory.facts.lastHour = hour
  dropDate(talk, keepOld)
  forget(talk, 'span', 'another', 'offered', 'noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour')
  for (const key of ['day', 'hour', 'another']) countUse(talk, `more:${key}`, 2)
  memory.skipped = memory.skipped.filter((key) => key !== 'day' && key !== 'hour')
  memory.concluded = false
}

/** Cancels the date, and the calendar's meeting if there is one, and informs the lead and the team. */
export const callOff = (talk: Talk): Plans => {
  if (isUnclear(talk)) return askWhich(talk)
  const isAnswer = talk.memory.pending === 'which'
  const meeting = (isAnswer ? meetingTitled(talk) : null) ?? meetingMeant(talk, daysNamed(talk))
  const isAnother = namesAnotherDay(talk) || (isAnswer && meeting !== null)
  const noted = isAnother ? '' : whenText(talk)
  const stays = isAnother && meeting ? whenText(talk) : ''
  const what = meeting ? momentOf(meeting, talk) : noted
  if (noted) forgetDate(talk)
  if (meeting) talk.meeting = { id: meeting.id, to: null, told: tell(talk, PLANS.calledOff.told, { what }) }
  talk.memory.pending = null
  if (stays === '') callItOff(talk, what || PLANS.elsewhere)
  talk.halfway = true
  const outcome = meeting ? 'inCalendar' : what ? 'noted' : 'elsewhere'
  return {
    said: tell(talk, PLANS.calledOff[outcome], { what, stays }),
    reason: because(talk, `cancelled ${outcome}`, { what, untouched: calendarText(talk) }),
    waits: stays !== '',
  }
}
