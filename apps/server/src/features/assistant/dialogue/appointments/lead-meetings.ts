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
 * Returns the only meeting on the given days (`yyyy-MM-dd`). If there are several, `hour` ('15h') decides. Returns null if still none or
 * several match.
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
 * Returns the calendar meeting that the lead means: on a day in `namedDates` (`yyyy-MM-dd`), else on the agreed day, else the only one.
 * Returns null if none or several match.
 */
export const findIntendedMeeting = (context: DialogueContext, namedDates: readonly string[]): Meeting | null => {
  if (namedDates.length > 0) return findMeetingOn(context, namedDates)
  const { day, date, hour } = getAppointmentDate(context)
  return day ? findMeetingOn(context, [date], hour) : getSingleItem(getLeadMeetings(context))
}

/** Returns the only meeting whose title is in the messages ('a vistoria'), or null. */
export const findMeetingByTitle = (context: DialogueContext): Meeting | null => {
  const leadText = ` ${context.parsedMessages.lines.map(({ normalizedText }) => stripPunctuation(normalizedText)).join(' ')} `
  return getSingleItem(
    getLeadMeetings(context).filter(({ title }) => leadText.includes(` ${stripPunctuation(normalizeText(title))} `)),
  )
}

export const formatMeetingTime = ({ start }: Meeting, { input }: DialogueContext): string => formatMoment(start, input.timeZone)

export const formatLeadMeetings = (context: DialogueContext): string =>
  formatList(getLeadMeetings(context).map((meeting) => formatMeetingTime(meeting, context)))

/** Returns the calendar meeting to move: the selected one, or the only one on the previous date. Returns null if there is none. */
const findMeetingToMove = (context: DialogueContext): Meeting | null => {
  const { meetingId, date, hour } = getPreviousDate(context) ?? {}
  return meetingId === undefined
    ? findMeetingOn(context, [date], hour)
    : (getLeadMeetings(context).find(({ id }) => id === meetingId) ?? null)
}

/**
 * Sets `context.meetingChange` to move the lead's meeting to the new date. Does nothing if the meeting or its clock time is unclear; the
 * team then decides.
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

/** Returns a sentence for the team: whether the calendar was changed. Empty if the lead has no meeting in the calendar. */
export const formatCalendarOutcome = (context: DialogueContext): string => {
  const calendar = formatLeadMeetings(context)
  if (context.meetingChange) return PLANS.moved['outcome done']
  return calendar === '' ? '' : renderPhrase(context, PLANS.moved.outcome, { calendar })
}

/**
 * Withdraws the move of a meeting if the calendar is busy at the new time. Returns a question for another hour and the reason to notify the
 * team. Returns null if the time is free.
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
