import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { bare, fold } from '../hear/fold.ts'
import { momentText } from '../model/hours.ts'
import type { Meeting } from '../turn.ts'
import { fact, type Talk } from './playbook.ts'

const dayOf = ({ start }: Meeting, timeZone: string): string => format(new TZDate(start, timeZone), 'yyyy-MM-dd')
const clockOf = ({ start }: Meeting, timeZone: string): string =>
  format(new TZDate(start, timeZone), "H'h'mm").replace(/h00$/, 'h')

/** The one meeting of those days; of several, the one at that hour ('15h'). */
export const meetingOn = ({ input }: Talk, days: ReadonlyArray<string | null>, hour: string | null = null): Meeting | null => {
  const { meetings = [], timeZone } = input
  const there = meetings.filter((meeting) => days.includes(dayOf(meeting, timeZone)))
  const then = there.filter((meeting) => clockOf(meeting, timeZone) === hour)
  const found = there.length > 1 ? then : there
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * The one meeting of the calendar that is spoken of: on a day that is named (`yyyy-MM-dd`), else on the day that stands here; the only one
 * there is, where none stands here. The calendar may hold another one than the talk is about.
 */
export const meetingMeant = (talk: Talk, named: readonly string[]): Meeting | null => {
  const { meetings = [] } = talk.input
  if (named.length > 0) return meetingOn(talk, named)
  if (fact(talk, 'day') !== null) return meetingOn(talk, [fact(talk, 'date')], fact(talk, 'hour'))
  return meetings.length === 1 ? (meetings[0] ?? null) : null
}

/** A meeting called by what it is: 'a vistoria'. */
export const meetingTitled = ({ input, heard }: Talk): Meeting | null => {
  const said = ` ${heard.lines.map(({ folded }) => bare(folded)).join(' ')} `
  const called = (input.meetings ?? []).filter(({ title }) => said.includes(` ${bare(fold(title))} `))
  return called.length === 1 ? (called[0] ?? null) : null
}

/** Everything of the lead's that stands in the calendar, as the team reads it. */
export const calendarText = ({ input }: Talk): string =>
  new Intl.ListFormat('pt-BR').format((input.meetings ?? []).map(({ start }) => momentText(start, input.timeZone)))
