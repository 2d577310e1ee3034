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

/** Completes a change of the appointment's date and forgets the hour that the agent offered. */
export const completeDateChange = (talk: DialogueContext): void => {
  completeDateMove(talk)
  deleteFacts(talk, 'offered')
}

const changesOnlyHour = ({ understood }: DialogueContext): boolean =>
  understood.lines.some(({ folded }) => MATCHERS.hourOnly.test(folded))

/** Returns true if the lead starts to move an appointment that was not made in this conversation: 'Preciso remarcar minha consulta'. */
const movesExternalAppointment = (talk: DialogueContext): boolean =>
  talk.understood.intents.has('reschedule') &&
  !isMovingExternalAppointment(talk) &&
  getCancelledAppointment(talk) === null &&
  getAppointmentDate(talk).day === undefined &&
  (mentionsUnknownAppointment(talk) ||
    (!['day', 'hour', 'agrees'].includes(talk.memory.pending ?? '') &&
      (getLeadMeetings(talk).length > 0 || startsWithAppointmentChange(talk, 'reschedule'))))

const withLines = (talk: DialogueContext, lines: ParsedMessages['lines']): DialogueContext => ({
  ...talk,
  understood: { ...talk.understood, lines },
})

/**
 * Removes the old date from sentences that reschedule an appointment: 'de terça' in 'remarcar minha consulta de terça' is not a new day.
 * Returns the changed context and the removed day, or null if there is none.
 */
const stripOldDate = (talk: DialogueContext): { talk: DialogueContext; old: NamedDay | null } => {
  if (!talk.understood.intents.has('reschedule')) return { talk, old: null }
  let old: NamedDay | null = null
  const lines = talk.understood.lines.map((line) => {
    const { folded } = line
    const mention = extractLineDays(line, talk).find(({ start }) => MATCHERS.itsDay.test(folded.slice(0, start)))
    if (!mention) return line
    old ??= mention.value
    const end = mention.end + (MATCHERS.itsHour.exec(folded.slice(mention.end))?.[0] ?? '').length
    return { ...line, folded: folded.slice(0, mention.start) + ' '.repeat(end - mention.start) + folded.slice(end) }
  })
  return { talk: withLines(talk, lines), old }
}

/** Returns all days that the lead names except the new one, as `yyyy-MM-dd`: 'terça' in 'Mudar de terça pra quinta'. */
const getReplacedDays = (talk: DialogueContext): string[] => {
  const meant = talk.understood.lines.map((line) => extractLineDay(line, talk)?.date)
  return getMentionedDates(talk).filter((date) => !meant.includes(date))
}

/**
 * Starts to move an appointment that was not made in this conversation, and lets the agent ask for the new day and hour. Returns the reply.
 */
const startMovingAppointment = (talk: DialogueContext): AppointmentChangeReply => {
  const { old } = stripOldDate(talk)
  const meeting = findIntendedMeeting(talk, old?.date ? [old.date] : getReplacedDays(talk))
  const was = meeting ? formatMeetingTime(meeting, talk) : (old?.text ?? PLANS.elsewhere)
  startExternalMove(talk, { ...getPreviousDate(talk), text: was, ...(meeting && { meetingId: meeting.id }) })
  for (const key of ['day', 'hour']) incrementUseCount(talk, `more:${key}`)
  talk.memory.pending = 'day'
  reopenConversation(talk)
  return { said: renderSharedPhrase(talk, 'rebook'), reason: formatAttentionReason(talk, 'moves') }
}

/** Selects the meeting in the calendar to move if the lead names its day together with the new one: 'a de terça pra sexta'. */
const selectMeetingToMove = (talk: DialogueContext): void => {
  const isUnnamed = isMovingExternalAppointment(talk) && getPreviousDate(talk)?.meetingId === undefined
  const meeting = isUnnamed ? findMeetingOn(talk, getReplacedDays(talk)) : null
  if (meeting)
    startExternalMove(talk, { ...getPreviousDate(talk), text: formatMeetingTime(meeting, talk), meetingId: meeting.id })
}

/** Removes the hour of the appointment but keeps its day, so that the agent asks for another hour. Returns the reply. */
const reopenHour = (talk: DialogueContext): AppointmentChangeReply => {
  reopenAppointmentDate(talk)
  const { hour } = getAppointmentDate(talk)
  if (hour) talk.memory.facts.lastHour = hour
  setAppointmentDate(talk, { hour: undefined })
  deleteFacts(talk, 'tooLate', 'closedHour', 'noHour', 'offered')
  incrementUseCount(talk, 'more:hour', 2)
  talk.memory.pending = 'hour'
  reopenConversation(talk, 'hour')
  return { said: renderSharedPhrase(talk, 'rebook'), reason: null }
}

/**
 * Removes day and hour of the appointment, so that the agent asks for them again. Stores the old date until the change is complete. Returns
 * the reply.
 */
const reopenDate = (talk: DialogueContext): AppointmentChangeReply => {
  reopenAppointmentDate(talk)
  clearAgreedDate(talk, true)
  talk.memory.pending = 'day'
  return { said: renderSharedPhrase(talk, 'rebook'), reason: null }
}

/** Restores the old date if the lead wants to keep it: 'Deixa como estava'. Returns the reply, or null if the lead does not want that. */
const restoreOldDate = (talk: DialogueContext): AppointmentChangeReply | null => {
  const isKept = talk.understood.lines.some(({ folded, intents }) => MATCHERS.keeps.test(folded) && !intents.has('cancel'))
  if (!isKept || isMovingExternalAppointment(talk)) return null
  const [{ day, hour }, old] = [getAppointmentDate(talk), getPreviousDate(talk)]
  const opened = day && hour ? null : old
  if (opened) setAppointmentDate(talk, opened)
  if (getAppointmentDate(talk).day === undefined) return null
  if (opened) completeDateChange(talk)
  talk.halfway = true
  return { said: renderPhrase(talk, PLANS.moved.kept), reason: null, waits: talk.memory.concluded }
}

/**
 * Returns a reply and an attention reason if the lead confirms an appointment that only the team knows: 'Confirmando minha consulta de
 * amanhã'. Returns null otherwise.
 */
const handleExternalConfirmation = (talk: DialogueContext): AppointmentChangeReply | null => {
  if (getAppointmentDate(talk).day !== undefined || isMovingExternalAppointment(talk)) return null
  const line = talk.understood.lines.find(({ folded, isQuestion }) => MATCHERS.confirms.test(folded) && !isQuestion)
  if (!line) return null
  const day = extractLineDay(line, talk)
  const confirmed = [day?.kind === 'day' ? day.text : [], extractHour(line.folded, false)?.text ?? []].flat().join(', ')
  talk.halfway = true
  talk.memory.facts.confirms = confirmed || PLANS.elsewhere
  return {
    said: renderPhrase(talk, PLANS.confirmed.said, { confirmed }),
    reason: formatAttentionReason(talk, 'confirms'),
    waits: true,
  }
}

/** Returns true if the lead names only the agreed day and no hour, so that no new time is proposed: 'Amanhã não consigo'. */
const namesOnlyAgreedDay = (talk: DialogueContext): boolean => {
  const days = getMentionedDates(talk)
  const isOld = days.length > 0 && days.every((date) => date === getAppointmentDate(talk).date)
  return isOld && talk.understood.lines.every(({ folded }) => extractHour(folded, false) === null)
}

/**
 * Handles a change of plans: cancels or keeps an appointment, reopens it without a new time, or moves or confirms one that was not made in
 * this conversation. Returns null if the messages change nothing.
 */
const handleChangeOfPlans = (talk: DialogueContext): AppointmentChangeReply | null => {
  if (isCancelling(talk)) return cancelAppointment(talk)
  const kept = restoreOldDate(talk)
  if (kept) return kept
  if (movesExternalAppointment(talk)) return startMovingAppointment(talk)
  selectMeetingToMove(talk)
  const stands = getAppointmentDate(talk).day !== undefined
  const moves = talk.understood.intents.has('reschedule')
  const isOpen = moves && (!mentionsDayOrHour(stripOldDate(talk).talk) || namesOnlyAgreedDay(talk))
  if (stands && isOpen && changesOnlyHour(talk)) return reopenHour(talk)
  return handleExternalConfirmation(talk) ?? (stands && (isOpen || rejectsAgreedDay(talk)) ? reopenDate(talk) : null)
}

/** Keys of the facts that store an impossible day or hour. The agent has separate replies for them. */
const IMPOSSIBLE_DATE_FACTS = ['noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour']

/**
 * Reopens the date if the lead wants a change but the new time was not understood: 'Joga uma hora pra frente'. `stood`: the date before
 * these messages. Returns null if nothing must be reopened.
 */
export const reopenUnclearChange = (talk: DialogueContext, stood: PartialDate): AppointmentChangeReply | null => {
  const { day, hour } = getAppointmentDate(talk)
  const isUnmoved =
    stood.day !== undefined && (day === undefined || (day === stood.day && (hour === undefined || hour === stood.hour)))
  if (
    !talk.understood.intents.has('reschedule') ||
    !isUnmoved ||
    isMovingExternalAppointment(talk) ||
    IMPOSSIBLE_DATE_FACTS.some((key) => getFact(talk, key))
  )
    return null
  // A span such as 'semana que vem' was stored, so the agent asks only for the day within the span.
  return day === undefined || hour === undefined ? { said: renderSharedPhrase(talk, 'rebook'), reason: null } : reopenDate(talk)
}

/**
 * Applies cancellations and changes of the appointment in the lead's messages. `plans`: the reply, or null without a change. `rest`: the
 * context with the remaining text, for other topics.
 */
export const applyAppointmentChanges = (
  talk: DialogueContext,
): { plans: AppointmentChangeReply | null; rest: DialogueContext } => {
  const plans = handleChangeOfPlans(talk)
  const lines = talk.understood.lines.filter(({ intents }) => !plans || !(intents.has('cancel') || intents.has('cancelIt')))
  return { plans, rest: stripOldDate(withLines(talk, lines)).talk }
}
