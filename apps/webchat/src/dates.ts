const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'long' })
const full = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** Returns the day in the reader's time zone, `yyyy-MM-dd`. */
export const dayKey = (date: Date): string => day.format(date)

/** Formats 'HH:mm' in the reader's time zone. */
export const timeOf = (date: Date): string => time.format(date)

const daysBetween = (from: Date, to: Date): number => (Date.parse(dayKey(to)) - Date.parse(dayKey(from))) / 86_400_000

/** Formats a day: 'Hoje', 'Ontem', the weekday within the last six days, otherwise dd/MM/yyyy. */
export const dayLabel = (date: Date, now: Date): string => {
  const ago = daysBetween(date, now)
  if (ago === 0) return 'Hoje'
  if (ago === 1) return 'Ontem'
  if (ago < 0 || ago > 6) return full.format(date)
  const name = weekday.format(date)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
