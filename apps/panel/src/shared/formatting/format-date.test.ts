import { describe, expect, it } from 'vitest'
import {
  formatDayHeading,
  formatDetailedDate,
  formatFullDate,
  formatListDate,
  formatShortDate,
  getCalendarDay,
  getDateLocale,
} from './format-date.ts'

// A Wednesday. Times are local.
const now = new Date(2026, 10, 18, 15, 30)
const at = (day: number, hour = 9, minute = 5) => new Date(2026, 10, day, hour, minute)

describe('list date', () => {
  it('DATE-01 shows today as HH:mm, also at both ends of the day', () => {
    expect(formatListDate(at(18, 0, 0), now, 'pt-BR')).toBe('00:00')
    expect(formatListDate(at(18, 9, 5), now, 'en-US')).toBe('09:05')
    expect(formatListDate(at(18, 23, 59), now, 'pt-BR')).toBe('23:59')
  })

  it("DATE-02 shows yesterday as 'ontem' or 'yesterday', also less than 24 hours ago and across a month", () => {
    expect(formatListDate(at(17, 23, 59), now, 'pt-BR')).toBe('ontem')
    expect(formatListDate(at(17, 0, 0), now, 'en-US')).toBe('yesterday')
    expect(formatListDate(new Date(2026, 9, 31, 12), new Date(2026, 10, 1, 0, 1), 'pt-BR')).toBe('ontem')
  })

  it('DATE-03 shows the weekday within the week that began on Sunday', () => {
    expect(formatListDate(at(16), now, 'pt-BR')).toBe('segunda-feira')
    expect(formatListDate(at(15), now, 'pt-BR')).toBe('domingo')
    expect(formatListDate(at(15), now, 'en-US')).toBe('Sunday')
    expect(formatListDate(at(14), now, 'pt-BR')).toBe('14/11/2026')
  })

  it('DATE-03 has no weekday before Sunday, even the day before yesterday', () => {
    const sunday = new Date(2026, 10, 15, 10)
    expect(formatListDate(at(13), sunday, 'pt-BR')).toBe('13/11/2026')
    expect(formatListDate(at(14), sunday, 'pt-BR')).toBe('ontem')
  })

  it('DATE-04 shows anything else, and a future day, as dd/MM/yyyy', () => {
    expect(formatListDate(new Date(2025, 0, 2), now, 'pt-BR')).toBe('02/01/2025')
    expect(formatListDate(new Date(2025, 0, 2), now, 'en-US')).toBe('02/01/2025')
    expect(formatListDate(at(19), now, 'pt-BR')).toBe('19/11/2026')
  })

  it('shows nothing for what is no date', () => {
    expect(formatListDate('quando', now)).toBe('')
    expect(formatDetailedDate('', now)).toBe('')
  })
})

describe('detailed date', () => {
  it('DATE-05 shows today as HH:mm', () => {
    expect(formatDetailedDate(at(18, 9, 5), now, 'pt-BR')).toBe('09:05')
  })

  it("DATE-06 shows yesterday as 'ontem às HH:mm'", () => {
    expect(formatDetailedDate(at(17, 22, 7), now, 'pt-BR')).toBe('ontem às 22:07')
    expect(formatDetailedDate(at(17, 22, 7), now, 'en-US')).toBe('yesterday at 22:07')
  })

  it('DATE-07 shows 2 to 4 days ago as the weekday and time, also in the week before', () => {
    expect(formatDetailedDate(at(16), now, 'pt-BR')).toBe('segunda-feira às 09:05')
    expect(formatDetailedDate(at(14), now, 'pt-BR')).toBe('sábado às 09:05')
    expect(formatDetailedDate(at(14), now, 'en-US')).toBe('Saturday at 09:05')
  })

  it("DATE-08 shows older ones, and a future day, as dd/MM 'às' HH:mm", () => {
    expect(formatDetailedDate(at(13), now, 'pt-BR')).toBe('13/11 às 09:05')
    expect(formatDetailedDate(at(20), now, 'pt-BR')).toBe('20/11 às 09:05')
  })
})

describe('other forms', () => {
  it('DATE-09 short date is dd/MM HH:mm, with no comma', () => {
    expect(formatShortDate(at(3, 7, 8))).toBe('03/11 07:08')
  })

  it('VIEW-04 the entry date is dd/MM/yyyy HH:mm', () => {
    expect(formatFullDate(at(12, 9, 14))).toBe('12/11/2026 09:14')
  })

  it('DATE-10 DATE-11 follows the browser when it is en-US, else Portuguese', () => {
    expect(getDateLocale('en-US')).toBe('en-US')
    expect(getDateLocale('en-GB')).toBe('pt-BR')
    expect(getDateLocale('pt-BR')).toBe('pt-BR')
    expect(getDateLocale('es-AR')).toBe('pt-BR')
  })

  it('titles the days of a thread', () => {
    expect(formatDayHeading(at(18), now, 'pt-BR')).toBe('hoje')
    expect(formatDayHeading(at(17), now, 'pt-BR')).toBe('ontem')
    expect(getCalendarDay(at(18, 0, 0))).toBe(getCalendarDay(at(18, 23, 59)))
    expect(getCalendarDay(at(18, 0, 0)) - getCalendarDay(at(17, 23, 59))).toBe(1)
    expect(getCalendarDay('quando')).toBeNaN()
  })
})
