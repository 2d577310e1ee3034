import type { NamedDay } from '../../understanding/dates/day.ts'
import { extractHour } from '../../understanding/dates/hour.ts'
import { APPOINTMENT_PATTERN_PARTS } from '../../understanding/intents/appointment-changes.ts'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import {
  type DialogueContext,
  deleteFacts,
  formatAttentionReason,
  getFact,
  incrementUseCount,
  renderPhrase,
  renderSharedPhrase,
  reopenConversation,
} from '../dialogue-context.ts'
import type { PartialDate } from '../dialogue-memory.ts'
import PATTERNS from '../patterns/moving.json' with { type: 'json' }
import PLANS from '../phrases/plans.json' with { type: 'json' }
import {
  completeDateMove,
  getAppointmentDate,
  getCancelledAppointment,
  getPreviousDate,
  isMovingExternalAppointment,
  reopenAppointmentDate,
  setAppointmentDate,
  startExternalMove,
} from './appointment-state.ts'
import {
  type AppointmentChangeReply,
  cancelAppointment,
  clearAgreedDate,
  isCancelling,
  mentionsUnknownAppointment,
  rejectsAgreedDay,
  startsWithAppointmentChange,
} from './cancel-appointment.ts'
import { extractLineDay, extractLineDays, getMentionedDates, mentionsDayOrHour } from './date-mentions.ts'
import { findIntendedMeeting, findMeetingOn, formatMeetingTime, getLeadMeetings } from './lead-meetings.ts'

const MATCHERS = compilePatterns(PATTERNS, APPOINTMENT_PATTERN_PARTS)

/** Completes a change of the appointment's date, and deletes the hour that the agent had offered. */
export const completeDateChange = (context: DialogueContext): void => {
  completeDateMove(context)
  deleteFacts(context, 'offered')
}

const changesOnlyHour = ({ parsedMessages }: DialogueContext): boolean =>
  parsedMessages.lines.some(({ normalizedText }) => MATCHERS.hourOnly.test(normalizedText))

/** Returns true if the lead asks to move an appointment that was made outside this conversation: 'Preciso remarcar minha consulta'. */
const movesExternalAppointment = (context: DialogueContext): boolean =>
  context.parsedMessages.intents.has('reschedule') &&
  !isMovingExternalAppointment(context) &&
  getCancelledAppointment(context) === null &&
  getAppointmentDate(context).day === undefined &&
  (mentionsUnknownAppointment(context) ||
    (!['day', 'hour', 'agrees'].includes(context.memory.pending ?? '') &&
      (getLeadMeetings(context).length > 0 || startsWithAppointmentChange(context, 'reschedule'))))

const withLines = (context: DialogueContext, lines: ParsedMessages['lines']): DialogueContext => ({
  ...context,
  parsedMessages: { ...context.parsedMessages, lines },
})

/**
 * Removes the old date from sentences that reschedule: 'de terça' in 'remarcar minha consulta de terça' is no new day. Returns the context
 * without it, and the removed day or null.
 */
const stripOldDate = (context: DialogueContext): { context: DialogueContext; oldDay: NamedDay | null } => {
  if (!context.parsedMessages.intents.has('reschedule')) return { context, oldDay: null }
  let oldDay: NamedDay | null = null
  const lines = context.parsedMessages.lines.map((line) => {
    const { normalizedText } = line
    const mention = extractLineDays(line, context).find(({ start }) => MATCHERS.itsDay.test(normalizedText.slice(0, start)))
    if (!mention) return line
    oldDay ??= mention.value
    const end = mention.end + (MATCHERS.itsHour.exec(normalizedText.slice(mention.end))?.[0] ?? '').length
    return {
      ...line,
      normalizedText: normalizedText.slice(0, mention.start) + ' '.repeat(end - mention.start) + normalizedText.slice(end),
    }
  })
  return { context: withLines(context, lines), oldDay }
}

/** Returns the named days (`yyyy-MM-dd`) that a new day replaces: 'terça' in 'Mudar de terça pra quinta'. */
const getReplacedDays = (context: DialogueContext): string[] => {
  const newDates = context.parsedMessages.lines.map((line) => extractLineDay(line, context)?.date)
  return getMentionedDates(context).filter((date) => !newDates.includes(date))
}

/** Starts to move an appointment that was made outside this conversation. The agent asks for day and hour next. */
const startMovingAppointment = (context: DialogueContext): AppointmentChangeReply => {
  const { oldDay } = stripOldDate(context)
  const meeting = findIntendedMeeting(context, oldDay?.date ? [oldDay.date] : getReplacedDays(context))
  const previousText = meeting ? formatMeetingTime(meeting, context) : (oldDay?.text ?? PLANS.elsewhere)
  startExternalMove(context, { ...getPreviousDate(context), text: previousText, ...(meeting && { meetingId: meeting.id }) })
  for (const key of ['day', 'hour']) incrementUseCount(context, `more:${key}`)
  context.memory.pending = 'day'
  reopenConversation(context)
  return { reply: renderSharedPhrase(context, 'rebook'), attentionReason: formatAttentionReason(context, 'moves') }
}

/** Selects the calendar meeting to move if the lead names its day together with the new one: 'a de terça pra sexta'. */
const selectMeetingToMove = (context: DialogueContext): void => {
  const isUnnamed = isMovingExternalAppointment(context) && getPreviousDate(context)?.meetingId === undefined
  const meeting = isUnnamed ? findMeetingOn(context, getReplacedDays(context)) : null
  if (meeting)
    startExternalMove(context, { ...getPreviousDate(context), text: formatMeetingTime(meeting, context), meetingId: meeting.id })
}

/** Removes the hour of the appointment but keeps its day. The agent asks for another hour next. */
const reopenHour = (context: DialogueContext): AppointmentChangeReply => {
  reopenAppointmentDate(context)
  const { hour } = getAppointmentDate(context)
  if (hour) context.memory.facts.lastHour = hour
  setAppointmentDate(context, { hour: undefined })
  deleteFacts(context, 'tooLate', 'closedHour', 'noHour', 'offered')
  incrementUseCount(context, 'more:hour', 2)
  context.memory.pending = 'hour'
  reopenConversation(context, 'hour')
  return { reply: renderSharedPhrase(context, 'rebook'), attentionReason: null }
}

/** Removes day and hour of the appointment; the agent asks for both next. The old date stays stored until the change is complete. */
const reopenDate = (context: DialogueContext): AppointmentChangeReply => {
  reopenAppointmentDate(context)
  clearAgreedDate(context, true)
  context.memory.pending = 'day'
  return { reply: renderSharedPhrase(context, 'rebook'), attentionReason: null }
}

/** Restores the old date if the lead wants to keep it: 'Deixa como estava'. Returns null otherwise. */
const restoreOldDate = (context: DialogueContext): AppointmentChangeReply | null => {
  const isKept = context.parsedMessages.lines.some(
    ({ normalizedText, intents }) => MATCHERS.keeps.test(normalizedText) && !intents.has('cancel'),
  )
  if (!isKept || isMovingExternalAppointment(context)) return null
  const [{ day, hour }, previousDate] = [getAppointmentDate(context), getPreviousDate(context)]
  const dateToRestore = day && hour ? null : previousDate
  if (dateToRestore) setAppointmentDate(context, dateToRestore)
  if (getAppointmentDate(context).day === undefined) return null
  if (dateToRestore) completeDateChange(context)
  context.hasPartialAnswer = true
  return { reply: renderPhrase(context, PLANS.moved.kept), attentionReason: null, shouldOmitQuestion: context.memory.concluded }
}

/**
 * Replies to the confirmation of an appointment that is not in this conversation, and notifies the team: 'Confirmando minha consulta de
 * amanhã'. Returns null for other messages.
 */
const handleExternalConfirmation = (context: DialogueContext): AppointmentChangeReply | null => {
  if (getAppointmentDate(context).day !== undefined || isMovingExternalAppointment(context)) return null
  const line = context.parsedMessages.lines.find(
    ({ normalizedText, isQuestion }) => MATCHERS.confirms.test(normalizedText) && !isQuestion,
  )
  if (!line) return null
  const day = extractLineDay(line, context)
  const confirmedTime = [day?.kind === 'day' ? day.text : [], extractHour(line.normalizedText, false)?.text ?? []]
    .flat()
    .join(', ')
  context.hasPartialAnswer = true
  context.memory.facts.confirms = confirmedTime || PLANS.elsewhere
  return {
    reply: renderPhrase(context, PLANS.confirmed.said, { confirmed: confirmedTime }),
    attentionReason: formatAttentionReason(context, 'confirms'),
    shouldOmitQuestion: true,
  }
}

/** Returns true if the lead names the agreed day and nothing else, so proposes no new time: 'Amanhã não consigo'. */
const namesOnlyAgreedDay = (context: DialogueContext): boolean => {
  const days = getMentionedDates(context)
  const isOld = days.length > 0 && days.every((date) => date === getAppointmentDate(context).date)
  return isOld && context.parsedMessages.lines.every(({ normalizedText }) => extractHour(normalizedText, false) === null)
}

/** Handles a cancelled, kept, moved or confirmed appointment. Returns null if the messages do not concern one. */
const handleChangeOfPlans = (context: DialogueContext): AppointmentChangeReply | null => {
  if (isCancelling(context)) return cancelAppointment(context)
  const restoreReply = restoreOldDate(context)
  if (restoreReply) return restoreReply
  if (movesExternalAppointment(context)) return startMovingAppointment(context)
  selectMeetingToMove(context)
  const hasAppointment = getAppointmentDate(context).day !== undefined
  const isRescheduling = context.parsedMessages.intents.has('reschedule')
  const hasNoNewTime = isRescheduling && (!mentionsDayOrHour(stripOldDate(context).context) || namesOnlyAgreedDay(context))
  if (hasAppointment && hasNoNewTime && changesOnlyHour(context)) return reopenHour(context)
  return (
    handleExternalConfirmation(context) ??
    (hasAppointment && (hasNoNewTime || rejectsAgreedDay(context)) ? reopenDate(context) : null)
  )
}

/** Keys of facts that store an impossible day or hour. The agent has separate replies for each. */
const IMPOSSIBLE_DATE_FACTS = ['noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour']

/**
 * Reopens the date if the lead asks for a change but names no clear new time: 'Joga uma hora pra frente'. `previousDate`: the date before
 * these messages. Returns null in all other cases.
 */
export const reopenUnclearChange = (context: DialogueContext, previousDate: PartialDate): AppointmentChangeReply | null => {
  const { day, hour } = getAppointmentDate(context)
  const isUnchanged =
    previousDate.day !== undefined &&
    (day === undefined || (day === previousDate.day && (hour === undefined || hour === previousDate.hour)))
  if (
    !context.parsedMessages.intents.has('reschedule') ||
    !isUnchanged ||
    isMovingExternalAppointment(context) ||
    IMPOSSIBLE_DATE_FACTS.some((key) => getFact(context, key))
  )
    return null
  // A vague date such as 'semana que vem' was stored: the next question asks for the day within it.
  return day === undefined || hour === undefined
    ? { reply: renderSharedPhrase(context, 'rebook'), attentionReason: null }
    : reopenDate(context)
}

/**
 * Applies cancellations and changes of the appointment. `appointmentReply` is null without a change. `remainingContext` contains the text
 * that is left for other facts.
 */
export const applyAppointmentChanges = (
  context: DialogueContext,
): { appointmentReply: AppointmentChangeReply | null; remainingContext: DialogueContext } => {
  const appointmentReply = handleChangeOfPlans(context)
  const lines = context.parsedMessages.lines.filter(
    ({ intents }) => !appointmentReply || !(intents.has('cancel') || intents.has('cancelIt')),
  )
  return { appointmentReply, remainingContext: stripOldDate(withLines(context, lines)).context }
}
