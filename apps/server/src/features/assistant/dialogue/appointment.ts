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

/** What a change of plans is answered with. `waits`: that is all; no question follows. */
export interface Plans {
  readonly said: string
  readonly reason: string | null
  readonly waits?: boolean
}

/** Late, and still coming: 'tive um imprevisto, vou me atrasar' calls nothing off. */
export const runsLate = ({ understood }: Talk): boolean =>
  understood.intents.has('late') &&
  !understood.intents.has('reschedule') &&
  !understood.lines.some(({ folded }) => /\b(desmarc|cancel)/.test(folded))

/** 'Sábado não dá' said of the Saturday that stands. */
export const refusesDay = (talk: Talk): boolean =>
  talk.understood.lines.some(
    (line) => dayNamed(line, talk) === null && daysMentioned(line, talk).some(({ value }) => value.text === dateNow(talk).day),
  )

/** Another appointment than the one that stands here: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (talk: Talk): boolean => {
  const days = daysNamed(talk)
  return days.length > 0 && !days.includes(dateNow(talk).date ?? '')
}

/** An appointment of the lead's own is named, though none is known here: 'minha consulta de amanhã'. */
export const namesOwn = ({ understood }: Talk): boolean =>
  understood.lines.some(({ folded, intents }) => SAID.own.test(folded) && (intents.has('cancel') || intents.has('reschedule')))

/** The first that a lead tells is a change of plans: there is something elsewhere that is not known here. */
export const comesWith = ({ understood, memory }: Talk, plan: 'cancel' | 'reschedule'): boolean =>
  memory.facts.need === undefined && understood.lines.some(({ leans }) => leans === plan)

/** 'Não vou poder ir sábado' names the old day; 'não posso sábado, pode ser domingo?' a new one. */
const proposesAnother = (talk: Talk): boolean =>
  talk.understood.lines.some((line) => {
    const day = dayNamed(line, talk)
    return (
      SAID.proposes.test(line.folded) && (day === null ? hourIn(line.folded, false) !== null : day.text !== dateNow(talk).day)
    )
  })

/** The lead was asked which one to call off, and names it: by its day, or by what it is. */
const namesWhich = (talk: Talk): boolean =>
  talk.memory.pending === 'which' && (daysNamed(talk).length > 0 || meetingTitled(talk) !== null)

/** What was agreed falls, and no other date is named in the same breath. Where nothing was agreed, nothing does. */
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

/** 'Cancela', where one thing stands here and another in the calendar. */
const isUnclear = (talk: Talk): boolean =>
  talk.memory.pending !== 'which' &&
  dateNow(talk).day !== undefined &&
  daysNamed(talk).length === 0 &&
  meetingsOf(talk).length > 0 &&
  meetingMeant(talk, []) === null

/** Asks which one falls; nothing has fallen yet. */
const askWhich = (talk: Talk): Plans => {
  talk.memory.pending = 'which'
  talk.halfway = true
  const both = tell(talk, PLANS.which.both, { calendar: calendarText(talk) })
  return { said: tell(talk, PLANS.which.ask, { both }), reason: because(talk, 'cancelsWhich', { both }), waits: true }
}

/** Forgets day and hour, so that they are asked anew in words not used yet. */
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

/** Takes the date back, out of the calendar where it stands there, and says so to the lead and to the team. */
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
