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
 * Reply to a cancellation or change of an appointment. `attentionReason`: reason to notify the team, or null. `shouldOmitQuestion`: no
 * question may follow.
 */
export interface AppointmentChangeReply {
  readonly reply: string
  readonly attentionReason: string | null
  readonly shouldOmitQuestion?: boolean
}

/** Returns true if the lead will be late but still comes: 'Tive um imprevisto, vou me atrasar' cancels nothing. */
export const isLateForAppointment = ({ parsedMessages }: DialogueContext): boolean =>
  parsedMessages.intents.has('late') &&
  !parsedMessages.intents.has('reschedule') &&
  !parsedMessages.lines.some(({ normalizedText }) => /\b(desmarc|cancel)/.test(normalizedText))

/** Returns true if the lead rejects the agreed day: 'Sábado não dá'. */
export const rejectsAgreedDay = (context: DialogueContext): boolean =>
  context.parsedMessages.lines.some(
    (line) =>
      extractLineDay(line, context) === null &&
      extractLineDays(line, context).some(({ value }) => value.text === getAppointmentDate(context).day),
  )

/** Returns true if the lead names days, and none of them is the agreed one: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (context: DialogueContext): boolean => {
  const days = getMentionedDates(context)
  return days.length > 0 && !days.includes(getAppointmentDate(context).date ?? '')
}

/**
 * Returns true if the lead cancels or moves 'my' appointment, which may have been made outside this conversation: 'minha consulta de
 * amanhã'.
 */
export const mentionsUnknownAppointment = ({ parsedMessages }: DialogueContext): boolean =>
  parsedMessages.lines.some(
    ({ normalizedText, intents }) => MATCHERS.own.test(normalizedText) && (intents.has('cancel') || intents.has('reschedule')),
  )

/**
 * Returns true if the conversation begins with a likely cancellation or move, before any need is stated. Such an appointment was made
 * elsewhere.
 */
export const startsWithAppointmentChange = (
  { parsedMessages, memory }: DialogueContext,
  change: 'cancel' | 'reschedule',
): boolean =>
  memory.facts.need === undefined &&
  parsedMessages.lines.some(({ likelyAppointmentChange }) => likelyAppointmentChange === change)

/** Returns true if the lead proposes another time: 'não posso sábado, pode ser domingo?'. 'Não vou poder ir sábado' proposes none. */
const proposesAnotherTime = (context: DialogueContext): boolean =>
  context.parsedMessages.lines.some((line) => {
    const day = extractLineDay(line, context)
    return (
      MATCHERS.proposes.test(line.normalizedText) &&
      (day === null ? extractHour(line.normalizedText, false) !== null : day.text !== getAppointmentDate(context).day)
    )
  })

/** Returns true if the lead answers the question which appointment to cancel, by a day or by the title of a meeting. */
const namesAppointmentToCancel = (context: DialogueContext): boolean =>
  context.memory.pending === 'which' && (getMentionedDates(context).length > 0 || findMeetingByTitle(context) !== null)

/** Returns true if the lead cancels an appointment without proposing another time. */
export const isCancelling = (context: DialogueContext): boolean => {
  const { intents } = context.parsedMessages
  if (getCancelledAppointment(context) !== null) return false
  if (namesAppointmentToCancel(context)) return true
  const { day, hour } = getAppointmentDate(context)
  const hasAppointment = day !== undefined || hour !== undefined || getLeadMeetings(context).length > 0
  if (!hasAppointment)
    return (
      intents.has('cancel') &&
      !(intents.has('reschedule') || intents.has('refusal')) &&
      (mentionsUnknownAppointment(context) ||
        getMentionedDates(context).length > 0 ||
        startsWithAppointmentChange(context, 'cancel'))
    )
  return (intents.has('cancel') || intents.has('cancelIt')) && !(intents.has('reschedule') || proposesAnotherTime(context))
}

/** Returns true if the cancellation may mean the date agreed in this conversation or a meeting in the calendar. */
const isCancellationAmbiguous = (context: DialogueContext): boolean =>
  context.memory.pending !== 'which' &&
  getAppointmentDate(context).day !== undefined &&
  getMentionedDates(context).length === 0 &&
  getLeadMeetings(context).length > 0 &&
  findIntendedMeeting(context, []) === null

/** Asks the lead which appointment to cancel, and cancels nothing yet. */
const askWhichAppointment = (context: DialogueContext): AppointmentChangeReply => {
  context.memory.pending = 'which'
  context.hasPartialAnswer = true
  const both = renderPhrase(context, PLANS.which.both, { calendar: formatLeadMeetings(context) })
  return {
    reply: renderPhrase(context, PLANS.which.ask, { both }),
    attentionReason: formatAttentionReason(context, 'cancelsWhich', { both }),
    shouldOmitQuestion: true,
  }
}

/**
 * Removes the agreed date and lets the agent ask for day and hour again, in new words. `keepPrevious`: keep the date that is being
 * replaced.
 */
export const clearAgreedDate = (context: DialogueContext, keepPrevious = false): void => {
  const { memory } = context
  const { hour } = getAppointmentDate(context)
  if (hour) memory.facts.lastHour = hour
  removeAppointmentDate(context, keepPrevious)
  deleteFacts(context, 'span', 'another', 'offered', 'noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour')
  for (const key of ['day', 'hour', 'another']) incrementUseCount(context, `more:${key}`, 2)
  memory.skipped = memory.skipped.filter((key) => key !== 'day' && key !== 'hour')
  memory.concluded = false
}

/** Cancels the agreed date or the calendar meeting, and notifies the team. Asks which one the lead means if that is unclear. */
export const cancelAppointment = (context: DialogueContext): AppointmentChangeReply => {
  if (isCancellationAmbiguous(context)) return askWhichAppointment(context)
  const isAnswer = context.memory.pending === 'which'
  const meeting = (isAnswer ? findMeetingByTitle(context) : null) ?? findIntendedMeeting(context, getMentionedDates(context))
  const isOtherAppointment = namesAnotherDay(context) || (isAnswer && meeting !== null)
  const agreedDate = isOtherAppointment ? '' : formatAppointmentDate(context)
  const remainingDate = isOtherAppointment && meeting ? formatAppointmentDate(context) : ''
  const description = meeting ? formatMeetingTime(meeting, context) : agreedDate
  if (agreedDate) clearAgreedDate(context)
  if (meeting)
    context.meetingChange = { id: meeting.id, to: null, told: renderPhrase(context, PLANS.calledOff.told, { what: description }) }
  context.memory.pending = null
  if (remainingDate === '') markAppointmentCancelled(context, description || PLANS.elsewhere)
  context.hasPartialAnswer = true
  const outcome = meeting ? 'inCalendar' : description ? 'noted' : 'elsewhere'
  return {
    reply: renderPhrase(context, PLANS.calledOff[outcome], { what: description, stays: remainingDate }),
    attentionReason: formatAttentionReason(context, `cancelled ${outcome}`, {
      what: description,
      untouched: formatLeadMeetings(context),
    }),
    shouldOmitQuestion: remainingDate !== '',
  }
}
