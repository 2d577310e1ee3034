import { TZDate } from '@date-fns/tz'
import { addMinutes } from 'date-fns/addMinutes'
import { nextDay } from 'date-fns/nextDay'
import { set } from 'date-fns/set'

export interface DemoMeeting {
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly bookedAt: Date
}

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const
/** Matches the status message of a conversation if it contains a meeting: 'Visita: segunda, às 14h30', 'Vistoria: quinta, de manhã'. */
const MEETING_STATUS_PATTERN = /^([^:]+): ([a-zçá]+), (?:(?:às )?(\d{1,2})h(\d{2})?|de manhã)$/
const MORNING_HOUR = 9
const MEETING_MINUTES = 30

/** Parses the meeting in a status message. Its date is the first such weekday after `bookedAt`. Returns null if there is no meeting. */
export const parseMeeting = (status: string, person: string, bookedAt: Date, timeZone: string): DemoMeeting | null => {
  const [, subject, day, hour, minute] = MEETING_STATUS_PATTERN.exec(status) ?? []
  const weekday = WEEKDAYS.findIndex((name) => name === day)
  if (!subject || weekday < 0) return null
  const start = set(nextDay(new TZDate(bookedAt.getTime(), timeZone), weekday as 0 | 1 | 2 | 3 | 4 | 5 | 6), {
    hours: hour ? Number(hour) : MORNING_HOUR,
    minutes: Number(minute ?? 0),
    seconds: 0,
    milliseconds: 0,
  })
  const startsAt = new Date(start.getTime())
  return { title: `${subject}: ${person}`, startsAt, endsAt: addMinutes(startsAt, MEETING_MINUTES), bookedAt }
}
