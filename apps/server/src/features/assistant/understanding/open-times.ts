import { TZDate } from '@date-fns/tz'
import type { OpenHours } from '@prosa/contract/entities/agent'
import { format } from 'date-fns/format'

const DAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** True when the team is there at that moment; without hours it always is. */
export function isOpen(hours: readonly OpenHours[] | null, at: Date, timeZone: string): boolean {
  if (!hours || hours.length === 0) return true
  const local = new TZDate(at, timeZone)
  const time = format(local, 'HH:mm')
  return hours.some(({ day, from, to }) => day === local.getDay() && from <= time && time < to)
}

/** 'segunda 09:00–18:00, terça 09:00–12:00 e 14:00–18:00'; null without hours. */
export function hoursText(hours: readonly OpenHours[] | null): string | null {
  if (!hours || hours.length === 0) return null
  const sorted = hours.toSorted((a, b) => ((a.day + 6) % 7) - ((b.day + 6) % 7) || a.from.localeCompare(b.from))
  const byDay = Map.groupBy(sorted, ({ day }) => day)
  return [...byDay].map(([day, spans]) => `${DAYS[day]} ${spans.map(({ from, to }) => `${from}–${to}`).join(' e ')}`).join(', ')
}

/** 'sexta, 20/11/2026, 14:05' where the tenant is. */
export const momentText = (at: Date, timeZone: string): string => {
  const local = new TZDate(at, timeZone)
  return `${DAYS[local.getDay()]}, ${format(local, 'dd/MM/yyyy, HH:mm')}`
}
