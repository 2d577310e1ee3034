import { extractHour } from '../../understanding/dates/hour.ts'
import { APPOINTMENT_PATTERN_PARTS } from '../../understanding/intents/appointment-changes.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import { type DialogueContext, deleteFacts, formatAttentionReason, incrementUseCount, renderPhrase } from '../dialogue-context.ts'
import PATTERNS from '../patterns/appointment.json' with { type: 'json' }
import PLANS from '../phrases/plans.json' with { type: 'json' }
import {
  formatAppointmentDate,
  getAppointmentDate,
  getCancelledAppointment,
  markAppointmentCancelled,
  removeAppointmentDate,
} from './appointment-state.ts'
import { extractLineDay, extractLineDays, getMentionedDates } from './date-mentions.ts'
import {
  findIntendedMeeting,
  findMeetingByTitle,
  formatLeadMeetings,
  formatMeetingTime,
  getLeadMeetings,
} from './lead-meetings.ts'

const MATCHERS = compilePatterns(PATTERNS, APPOINTMENT_PATTERN_PARTS)

/**
 * Answer to a cancellation or change of an appointment. `reason`: why the team must attend to the conversation, or null. `waits`: the agent
 * asks no question afterwards.
 */
export interface AppointmentChangeReply {
  readonly said: string
  readonly reason: string | null
  readonly waits?: boolean
}

/** Returns true if the lead will be late for the appointment but still comes. 'Tive um imprevisto, vou me atrasar' cancels nothing. */
export const isLateForAppointment = ({ understood }: DialogueContext): boolean =>
  understood.intents.has('late') &&
  !understood.intents.has('reschedule') &&
  !understood.lines.some(({ folded }) => /\b(desmarc|cancel)/.test(folded))

/** Returns true if the lead mentions the agreed day only to reject it: 'Sábado não dá'. */
export const rejectsAgreedDay = (talk: DialogueContext): boolean =>
  talk.understood.lines.some(
    (line) =>
      extractLineDay(line, talk) === null &&
      extractLineDays(line, talk).some(({ value }) => value.text === getAppointmentDate(talk).day),
  )

/** Returns true if the lead names only days other than the agreed one: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (talk: DialogueContext): boolean => {
  const days = getMentionedDates(talk)
  return days.length > 0 && !days.includes(getAppointmentDate(talk).date ?? '')
}

/**
 * Returns true if the lead cancels or moves an appointment of their own that this conversation may not contain: 'minha consulta de amanhã'.
 */
export const mentionsUnknownAppointment = ({ understood }: DialogueContext): boolean =>
  understood.lines.some(
    ({ folded, intents }) => MATCHERS.own.test(folded) && (intents.has('cancel') || intents.has('reschedule')),
  )

/**
 * Returns true if the lead seems to cancel or move an appointment before stating any need. The appointment was then made outside this
 * conversation.
 */
export const startsWithAppointmentChange = ({ understood, memory }: DialogueContext, plan: 'cancel' | 'reschedule'): boolean =>
  memory.facts.need === undefined && understood.lines.some(({ leans }) => leans === plan)

/**
 * Returns true if the lead proposes another time. 'Não vou poder ir sábado' names the old day; 'não posso sábado, pode ser domingo?' names
 * a new one.
 */
const proposesAnotherTime = (talk: DialogueContext): boolean =>
  talk.understood.lines.some((line) => {
    const day = extractLineDay(line, talk)
    return (
      MATCHERS.proposes.test(line.folded) &&
      (day === null ? extractHour(line.folded, false) !== null : day.text !== getAppointmentDate(talk).day)
    )
  })

/** Returns true if the lead answers the question which appointment to cancel, by naming a day or a meeting's title. */
const namesAppointmentToCancel = (talk: DialogueContext): boolean =>
  talk.memory.pending === 'which' && (getMentionedDates(talk).length > 0 || findMeetingByTitle(talk) !== null)

/** Returns true if the lead cancels an appointment and proposes no new date. */
export const isCancelling = (talk: DialogueContext): boolean => {
  const { intents } = talk.understood
  if (getCancelledAppointment(talk) !== null) return false
  if (namesAppointmentToCancel(talk)) return true
  const { day, hour } = getAppointmentDate(talk)
  const stands = day !== undefined || hour !== undefined || getLeadMeetings(talk).length > 0
  if (!stands)
    return (
      intents.has('cancel') &&
      !(intents.has('reschedule') || intents.has('refusal')) &&
      (mentionsUnknownAppointment(talk) || getMentionedDates(talk).length > 0 || startsWithAppointmentChange(talk, 'cancel'))
    )
  return (intents.has('cancel') || intents.has('cancelIt')) && !(intents.has('reschedule') || proposesAnotherTime(talk))
}

/** Returns true if it is unclear which appointment the lead cancels: the date agreed in this conversation or a meeting in the calendar. */
const isCancellationAmbiguous = (talk: DialogueContext): boolean =>
  talk.memory.pending !== 'which' &&
  getAppointmentDate(talk).day !== undefined &&
  getMentionedDates(talk).length === 0 &&
  getLeadMeetings(talk).length > 0 &&
  findIntendedMeeting(talk, []) === null

/** Returns an answer that asks which appointment to cancel. Cancels nothing yet. */
const askWhichAppointment = (talk: DialogueContext): AppointmentChangeReply => {
  talk.memory.pending = 'which'
  talk.halfway = true
  const both = renderPhrase(talk, PLANS.which.both, { calendar: formatLeadMeetings(talk) })
  return {
    said: renderPhrase(talk, PLANS.which.ask, { both }),
    reason: formatAttentionReason(talk, 'cancelsWhich', { both }),
    waits: true,
  }
}

/**
 * Removes the agreed date and allows the agent to ask for day and hour again, in new phrasings. `keepOld`: keep the previous date of a
 * change that is under way.
 */
export const clearAgreedDate = (talk: DialogueContext, keepOld = false): void => {
  const { memory } = talk
  const { hour } = getAppointmentDate(talk)
  if (hour) memory.facts.lastHour = hour
  removeAppointmentDate(talk, keepOld)
  deleteFacts(talk, 'span', 'another', 'offered', 'noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour')
  for (const key of ['day', 'hour', 'another']) incrementUseCount(talk, `more:${key}`, 2)
  memory.skipped = memory.skipped.filter((key) => key !== 'day' && key !== 'hour')
  memory.concluded = false
}

/**
 * Cancels the agreed date or the meeting in the calendar, and returns the reply to the lead and the attention reason for the team. If the
 * appointment is ambiguous, asks which one instead.
 */
export const cancelAppointment = (talk: DialogueContext): AppointmentChangeReply => {
  if (isCancellationAmbiguous(talk)) return askWhichAppointment(talk)
  const isAnswer = talk.memory.pending === 'which'
  const meeting = (isAnswer ? findMeetingByTitle(talk) : null) ?? findIntendedMeeting(talk, getMentionedDates(talk))
  const isAnother = namesAnotherDay(talk) || (isAnswer && meeting !== null)
  const noted = isAnother ? '' : formatAppointmentDate(talk)
  const stays = isAnother && meeting ? formatAppointmentDate(talk) : ''
  const what = meeting ? formatMeetingTime(meeting, talk) : noted
  if (noted) clearAgreedDate(talk)
  if (meeting) talk.meeting = { id: meeting.id, to: null, told: renderPhrase(talk, PLANS.calledOff.told, { what }) }
  talk.memory.pending = null
  if (stays === '') markAppointmentCancelled(talk, what || PLANS.elsewhere)
  talk.halfway = true
  const outcome = meeting ? 'inCalendar' : what ? 'noted' : 'elsewhere'
  return {
    said: renderPhrase(talk, PLANS.calledOff[outcome], { what, stays }),
    reason: formatAttentionReason(talk, `cancelled ${outcome}`, { what, untouched: formatLeadMeetings(talk) }),
    waits: stays !== '',
  }
}
