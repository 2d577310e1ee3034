const dayFormat = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const timeFormat = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const weekdayFormat = new Intl.DateTimeFormat('pt-BR', { weekday: 'long' })
const dateFormat = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** Formats the day of a date in the browser's time zone as `yyyy-MM-dd`. */
export const toDayKey = (date: Date): string => dayFormat.format(date)

/** Formats the time of a date as 'HH:mm' in the browser's time zone. */
export const formatTime = (date: Date): string => timeFormat.format(date)

const countDaysBetween = (from: Date, to: Date): number => (Date.parse(toDayKey(to)) - Date.parse(toDayKey(from))) / 86_400_000

/** Formats the day of a date in Portuguese: 'Hoje', 'Ontem', the weekday within the last six days, otherwise dd/MM/yyyy. */
export const formatDayLabel = (date: Date, now: Date): string => {
  const daysAgo = countDaysBetween(date, now)
  if (daysAgo === 0) return 'Hoje'
  if (daysAgo === 1) return 'Ontem'
  if (daysAgo < 0 || daysAgo > 6) return dateFormat.format(date)
  const name = weekdayFormat.format(date)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
