import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Meeting } from '../../turn-input.ts'
import { formatMoment, parseLocalTime } from '../../understanding/dates/opening-hours.ts'
import { normalizeText, stripPunctuation } from '../../understanding/text/normalize-text.ts'
import {
  type DialogueContext,
  deleteFacts,
  formatAttentionReason,
  formatList,
  incrementUseCount,
  renderPhrase,
} from '../dialogue-context.ts'
import PLANS from '../phrases/plans.json' with { type: 'json' }
import { formatAppointmentDate, getAppointmentDate, getPreviousDate, setAppointmentDate } from './appointment-state.ts'

const formatDate = (date: Date, timeZone: string): string => format(new TZDate(date, timeZone), 'yyyy-MM-dd')
const formatClockTime = (date: Date, timeZone: string): string =>
  format(new TZDate(date, timeZone), "H'h'mm").replace(/h00$/, 'h')

const getSingleItem = <T>(items: readonly T[]): T | null => (items.length === 1 ? (items[0] ?? null) : null)
export const getLeadMeetings = ({ input }: DialogueContext): readonly Meeting[] => input.meetings ?? []

/**
 * Returns the lead's only meeting on the given days (`yyyy-MM-dd`). If there are several, returns the one that starts at `hour` ('15h').
 * Returns null if the meeting is not unique.
 */
export const findMeetingOn = (
  context: DialogueContext,
  days: ReadonlyArray<string | undefined>,
  hour?: string,
): Meeting | null => {
  const { timeZone } = context.input
  const meetingsOnDays = getLeadMeetings(context).filter(({ start }) => days.includes(formatDate(start, timeZone)))
  return getSingleItem(
    meetingsOnDays.length > 1 ? meetingsOnDays.filter(({ start }) => formatClockTime(start, timeZone) === hour) : meetingsOnDays,
  )
}

/**
 * Returns the meeting in the calendar that the lead means: the one on a day in `named` (`yyyy-MM-dd`), otherwise on the agreed day,
 * otherwise the only one. Returns null if the meeting is not unique.
 */
export const findIntendedMeeting = (context: DialogueContext, namedDates: readonly string[]): Meeting | null => {
  if (namedDates.length > 0) return findMeetingOn(context, namedDates)
  const { day, date, hour } = getAppointmentDate(context)
  return day ? findMeetingOn(context, [date], hour) : getSingleItem(getLeadMeetings(context))
}

/** Returns the only meeting whose title the lead mentions ('a vistoria'), or null. */
export const findMeetingByTitle = (context: DialogueContext): Meeting | null => {
  const leadText = ` ${context.parsedMessages.lines.map(({ normalizedText }) => stripPunctuation(normalizedText)).join(' ')} `
  return getSingleItem(
    getLeadMeetings(context).filter(({ title }) => leadText.includes(` ${stripPunctuation(normalizeText(title))} `)),
  )
}

export const formatMeetingTime = ({ start }: Meeting, { input }: DialogueContext): string => formatMoment(start, input.timeZone)

/** Formats the times of the lead's meetings in the calendar as text for the team. */
export const formatLeadMeetings = (context: DialogueContext): string =>
  formatList(getLeadMeetings(context).map((meeting) => formatMeetingTime(meeting, context)))

/**
 * Returns the meeting in the calendar that the lead moves: the selected one, or the one on the previous date. Returns null if there is
 * none.
 */
const findMeetingToMove = (context: DialogueContext): Meeting | null => {
  const { meetingId, date, hour } = getPreviousDate(context) ?? {}
  return meetingId === undefined
    ? findMeetingOn(context, [date], hour)
    : (getLeadMeetings(context).find(({ id }) => id === meetingId) ?? null)
}

/**
 * Stores in `talk.meeting` that the lead's meeting moves to the new date. Does nothing if the meeting is not unique or no clock time was
 * named; the team then decides.
 */
export const moveMeeting = (context: DialogueContext): void => {
  const { date } = getAppointmentDate(context)
  const hour = /^(\d{1,2})h(\d\d)?$/.exec(getAppointmentDate(context).hour ?? '')
  const meeting = findMeetingToMove(context)
  if (!meeting || !date || !hour) return
  const start = parseLocalTime(date, `${hour[1]}:${hour[2] ?? '00'}`, context.input.timeZone)
  const end = new Date(start.getTime() + meeting.end.getTime() - meeting.start.getTime())
  context.meetingChange = { id: meeting.id, to: { start, end }, told: renderPhrase(context, PLANS.moved.told) }
}

/** Returns a sentence for the team about whether the calendar was changed. Empty if the calendar contains no meeting with the lead. */
export const formatCalendarOutcome = (context: DialogueContext): string => {
  const calendar = formatLeadMeetings(context)
  if (context.meetingChange) return PLANS.moved['outcome done']
  return calendar === '' ? '' : renderPhrase(context, PLANS.moved.outcome, { calendar })
}

/**
 * Drops the move of a meeting if the calendar is busy at the new time. Returns a question for another hour, with a free one if there is
 * any, and the attention reason. Returns null if the time is free.
 */
export const askForFreeTime = (context: DialogueContext): { question: string; reason: string } | null => {
  const { rejectedTime, timeZone } = context.input
  if (!rejectedTime || context.meetingChange?.to?.start.getTime() !== rejectedTime.start.getTime()) return null
  const free = rejectedTime.freeAlternative && formatClockTime(rejectedTime.freeAlternative, timeZone)
  context.meetingChange = null
  const values = {
    free,
    wanted: formatAppointmentDate(context),
    hour: getAppointmentDate(context).hour,
    outcome: formatCalendarOutcome(context),
  }
  setAppointmentDate(context, { hour: undefined })
  deleteFacts(context, 'offered')
  if (free) context.memory.facts.offered = free
  incrementUseCount(context, 'more:hour')
  context.memory.pending = 'hour'
  context.memory.concluded = false
  return {
    question: renderPhrase(context, free ? PLANS.taken.offered : PLANS.taken.open, values),
    reason: formatAttentionReason(context, 'timeIsTaken', values),
  }
}
