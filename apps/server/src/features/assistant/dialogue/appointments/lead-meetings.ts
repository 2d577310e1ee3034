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

const formatDate = (at: Date, timeZone: string): string => format(new TZDate(at, timeZone), 'yyyy-MM-dd')
const formatClockTime = (at: Date, timeZone: string): string => format(new TZDate(at, timeZone), "H'h'mm").replace(/h00$/, 'h')

const getSingleItem = <T>(all: readonly T[]): T | null => (all.length === 1 ? (all[0] ?? null) : null)
export const getLeadMeetings = ({ input }: DialogueContext): readonly Meeting[] => input.meetings ?? []

/**
 * Returns the lead's only meeting on the given days (`yyyy-MM-dd`). If there are several, returns the one that starts at `hour` ('15h').
 * Returns null if the meeting is not unique.
 */
export const findMeetingOn = (talk: DialogueContext, days: ReadonlyArray<string | undefined>, hour?: string): Meeting | null => {
  const { timeZone } = talk.input
  const there = getLeadMeetings(talk).filter(({ start }) => days.includes(formatDate(start, timeZone)))
  return getSingleItem(there.length > 1 ? there.filter(({ start }) => formatClockTime(start, timeZone) === hour) : there)
}

/**
 * Returns the meeting in the calendar that the lead means: the one on a day in `named` (`yyyy-MM-dd`), otherwise on the agreed day,
 * otherwise the only one. Returns null if the meeting is not unique.
 */
export const findIntendedMeeting = (talk: DialogueContext, named: readonly string[]): Meeting | null => {
  if (named.length > 0) return findMeetingOn(talk, named)
  const { day, date, hour } = getAppointmentDate(talk)
  return day ? findMeetingOn(talk, [date], hour) : getSingleItem(getLeadMeetings(talk))
}

/** Returns the only meeting whose title the lead mentions ('a vistoria'), or null. */
export const findMeetingByTitle = (talk: DialogueContext): Meeting | null => {
  const said = ` ${talk.understood.lines.map(({ folded }) => stripPunctuation(folded)).join(' ')} `
  return getSingleItem(getLeadMeetings(talk).filter(({ title }) => said.includes(` ${stripPunctuation(normalizeText(title))} `)))
}

export const formatMeetingTime = ({ start }: Meeting, { input }: DialogueContext): string => formatMoment(start, input.timeZone)

/** Formats the times of the lead's meetings in the calendar as text for the team. */
export const formatLeadMeetings = (talk: DialogueContext): string =>
  formatList(getLeadMeetings(talk).map((meeting) => formatMeetingTime(meeting, talk)))

/**
 * Returns the meeting in the calendar that the lead moves: the selected one, or the one on the previous date. Returns null if there is
 * none.
 */
const findMeetingToMove = (talk: DialogueContext): Meeting | null => {
  const { meetingId, date, hour } = getPreviousDate(talk) ?? {}
  return meetingId === undefined
    ? findMeetingOn(talk, [date], hour)
    : (getLeadMeetings(talk).find(({ id }) => id === meetingId) ?? null)
}

/**
 * Stores in `talk.meeting` that the lead's meeting moves to the new date. Does nothing if the meeting is not unique or no clock time was
 * named; the team then decides.
 */
export const moveMeeting = (talk: DialogueContext): void => {
  const { date } = getAppointmentDate(talk)
  const hour = /^(\d{1,2})h(\d\d)?$/.exec(getAppointmentDate(talk).hour ?? '')
  const meeting = findMeetingToMove(talk)
  if (!meeting || !date || !hour) return
  const start = parseLocalTime(date, `${hour[1]}:${hour[2] ?? '00'}`, talk.input.timeZone)
  const end = new Date(start.getTime() + meeting.end.getTime() - meeting.start.getTime())
  talk.meeting = { id: meeting.id, to: { start, end }, told: renderPhrase(talk, PLANS.moved.told) }
}

/** Returns a sentence for the team about whether the calendar was changed. Empty if the calendar contains no meeting with the lead. */
export const formatCalendarOutcome = (talk: DialogueContext): string => {
  const calendar = formatLeadMeetings(talk)
  if (talk.meeting) return PLANS.moved['outcome done']
  return calendar === '' ? '' : renderPhrase(talk, PLANS.moved.outcome, { calendar })
}

/**
 * Drops the move of a meeting if the calendar is busy at the new time. Returns a question for another hour, with a free one if there is
 * any, and the attention reason. Returns null if the time is free.
 */
export const askForFreeTime = (talk: DialogueContext): { question: string; reason: string } | null => {
  const { taken, timeZone } = talk.input
  if (!taken || talk.meeting?.to?.start.getTime() !== taken.start.getTime()) return null
  const free = taken.free && formatClockTime(taken.free, timeZone)
  talk.meeting = null
  const values = {
    free,
    wanted: formatAppointmentDate(talk),
    hour: getAppointmentDate(talk).hour,
    outcome: formatCalendarOutcome(talk),
  }
  setAppointmentDate(talk, { hour: undefined })
  deleteFacts(talk, 'offered')
  if (free) talk.memory.facts.offered = free
  incrementUseCount(talk, 'more:hour')
  talk.memory.pending = 'hour'
  talk.memory.concluded = false
  return {
    question: renderPhrase(talk, free ? PLANS.taken.offered : PLANS.taken.open, values),
    reason: formatAttentionReason(talk, 'timeIsTaken', values),
  }
}
