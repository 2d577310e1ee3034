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

/** Returns the only meeting on one of these days, or null. If there are several, returns the one at `hour` ('15h'). */
export const meetingOn = (talk: Talk, days: ReadonlyArray<string | undefined>, hour?: string): Meeting | null => {
  const { timeZone } = talk.input
  const there = meetingsOf(talk).filter(({ start }) => days.includes(dateOf(start, timeZone)))
  return only(there.length > 1 ? there.filter(({ start }) => clockOf(start, timeZone) === hour) : there)
}

/**
 * Returns the calendar's meeting that the lead means: the one on a named day (`yyyy-MM-dd`), otherwise on the agreed day, otherwise the
 * only one. Returns null if that is not unique.
 */
export const meetingMeant = (talk: Talk, named: readonly string[]): Meeting | null => {
  if (named.length > 0) return meetingOn(talk, named)
  const { day, date, hour } = dateNow(talk)
  return day ? meetingOn(talk, [date], hour) : only(meetingsOf(talk))
}

/** Returns the meeting whose title the lead mentions ('a vistoria'), or null. */
export const meetingTitled = (talk: Talk): Meeting | null => {
  const said = ` ${talk.understood.lines.map(({ folded }) => bare(folded)).join(' ')} `
  return only(meetingsOf(talk).filter(({ title }) => said.includes(` ${bare(fold(title))} `)))
}

export const momentOf = ({ start }: Meeting, { input }: Talk): string => momentText(start, input.timeZone)

/** Lists the lead's meetings in the calendar as text for the team. */
export const calendarText = (talk: Talk): string => listed(meetingsOf(talk).map((meeting) => momentOf(meeting, talk)))

/** Returns the meeting that a new date refers to: the one on the old day. Returns null if there is none. */
const meetingToMove = (talk: Talk): Meeting | null => {
  const { meetingId, date, hour } = oldDate(talk) ?? {}
  return meetingId === undefined ? meetingOn(talk, [date], hour) : (meetingsOf(talk).find(({ id }) => id === meetingId) ?? null)
}

/** Moves the lead's meeting to the new time if the meeting is clear and an hour was named. Otherwise the team decides. */
export const moveMeeting = (talk: Talk): void => {
  const { date } = dateNow(talk)
  const hour = /^(\d{1,2})h(\d\d)?$/.exec(dateNow(talk).hour ?? '')
  const meeting = meetingToMove(talk)
  if (!meeting || !date || !hour) return
  const start = localTime(date, `${hour[1]}:${hour[2] ?? '00'}`, talk.input.timeZone)
  const end = new Date(start.getTime() + meeting.end.getTime() - meeting.start.getTime())
  talk.meeting = { id: meeting.id, to: { start, end }, told: tell(talk, PLANS.moved.told) }
}

/** Returns a sentence about the calendar, depending on whether a meeting was changed. Empty if the lead has no meeting in it. */
export const calendarOutcome = (talk: Talk): string => {
  const calendar = calendarText(talk)
  if (talk.meeting) return PLANS.moved['outcome done']
  return calendar === '' ? '' : tell(talk, PLANS.moved.outcome, { calendar })
}

/**
 * If the calendar is busy at the new time, drops the move, asks for another hour and offers a free one. The lead is never told of a move
 * that is impossible. Returns null if the time is free.
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
