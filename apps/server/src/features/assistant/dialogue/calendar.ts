import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Meeting } from '../decision.ts'
import { bare, fold } from '../understanding/fold.ts'
import { localTime, momentText } from '../understanding/open-times.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { dateNow, oldDate, setDate, whenText } from './standing.ts'
import { because, countUse, forget, listed, type Talk, tell } from './talk.ts'

const dateOf = (at: Date, timeZone: string): string => format(new TZDate(at, timeZone), 'yyyy-MM-dd')
const clockOf = (at: Date, timeZone: string): string => format(new TZDate(at, timeZone), "H'h'mm").replace(/h00$/, 'h')

const only = <T>(all: readonly T[]): T | null => (all.length === 1 ? (all[0] ?? null) : null)
export const meetingsOf = ({ input }: Talk): readonly Meeting[] => input.meetings ?? []

/** The one meeting of those days; of several, the one at that hour ('15h'). */
export const meetingOn = (talk: Talk, days: ReadonlyArray<string | undefined>, hour?: string): Meeting | null => {
  const { timeZone } = talk.input
  const there = meetingsOf(talk).filter(({ start }) => days.includes(dateOf(start, timeZone)))
  return only(there.length > 1 ? there.filter(({ start }) => clockOf(start, timeZone) === hour) : there)
}

/**
 * The one meeting of the calendar that is spoken of: on a day that is named (`yyyy-MM-dd`), else on the day that stands here; the only one
 * there is, where none stands here. The calendar may hold another one than the talk is about.
 */
export const meetingMeant = (talk: Talk, named: readonly string[]): Meeting | null => {
  if (named.length > 0) return meetingOn(talk, named)
  const { day, date, hour } = dateNow(talk)
  return day ? meetingOn(talk, [date], hour) : only(meetingsOf(talk))
}

/** A meeting called by what it is: 'a vistoria'. */
export const meetingTitled = (talk: Talk): Meeting | null => {
  const said = ` ${talk.understood.lines.map(({ folded }) => bare(folded)).join(' ')} `
  return only(meetingsOf(talk).filter(({ title }) => said.includes(` ${bare(fold(title))} `)))
}

export const momentOf = ({ start }: Meeting, { input }: Talk): string => momentText(start, input.timeZone)

/** Everything of the lead's that stands in the calendar, as the team reads it. */
export const calendarText = (talk: Talk): string => listed(meetingsOf(talk).map((meeting) => momentOf(meeting, talk)))

/** The meeting that a changed date belongs to: the one that stood on the old day. Another one of the calendar is none of it. */
const meetingToMove = (talk: Talk): Meeting | null => {
  const { meetingId, date, hour } = oldDate(talk) ?? {}
  return meetingId === undefined ? meetingOn(talk, [date], hour) : (meetingsOf(talk).find(({ id }) => id === meetingId) ?? null)
}

/** Moves the lead's meeting to the new time, where it is clear which one, and an hour was named; anything less clear is left to the team. */
export const moveMeeting = (talk: Talk): void => {
  const { date } = dateNow(talk)
  const hour = /^(\d{1,2})h(\d\d)?$/.exec(dateNow(talk).hour ?? '')
  const meeting = meetingToMove(talk)
  if (!meeting || !date || !hour) return
  const start = localTime(date, `${hour[1]}:${hour[2] ?? '00'}`, talk.input.timeZone)
  const end = new Date(start.getTime() + meeting.end.getTime() - meeting.start.getTime())
  talk.meeting = { id: meeting.id, to: { start, end }, told: tell(talk, PLANS.moved.told) }
}

/** What became of the calendar, in words of its own for each outcome; nothing where nothing of the lead's stands in it. */
export const calendarOutcome = (talk: Talk): string => {
  const calendar = calendarText(talk)
  if (talk.meeting) return PLANS.moved['outcome done']
  return calendar === '' ? '' : tell(talk, PLANS.moved.outcome, { calendar })
}

/**
 * The calendar holds something else at the time that the meeting was to be moved to: nothing is moved, the hour is asked anew, and one that
 * is free is offered. The lead is never told of a move that cannot be made.
 */
export const askOtherTime = (talk: Talk): { question: string; reason: string } | null => {
  const { taken, timeZone } = talk.input
  if (!taken || talk.meeting?.to?.start.getTime() !== taken.start.getTime()) return null
  const free = taken.free && clockOf(taken.free, timeZone)
  talk.meeting = null
  const values = { free, wanted: whenText(talk), hour: dateNow(talk).hour, outcome: calendarOutcome(talk) }
  setDate(talk, { hour: undefined })
  forget(talk, 'offered')
  if (free) talk.memory.facts.offered = free
  countUse(talk, 'more:hour')
  talk.memory.pending = 'hour'
  talk.memory.concluded = false
  return {
    question: tell(talk, free ? PLANS.taken.offered : PLANS.taken.open, values),
    reason: because(talk, 'timeIsTaken', values),
  }
}
