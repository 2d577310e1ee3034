import { TZDate } from '@date-fns/tz'
import { daysIn } from './day.ts'
import { hoursIn } from './hour.ts'
import { withoutFarewells } from './mentions.ts'
import { wordList } from './words.ts'

/** What stands around a day and an hour without saying more; the longest first, so that 'na' leaves 'na verdade' whole. */
const FILLERS = wordList('around-a-date').map((word) => word.replaceAll('~', ' '))
const FILLER = new RegExp(`\\b(?:${FILLERS.toSorted((a, b) => b.length - a.length).join('|')})\\b`, 'g')

/** True when a folded line speaks of a day or an hour, or wishes one, and of nothing else. */
export const isOnlyWhen = (folded: string, now: Date, timeZone: string): boolean => {
  const text = withoutFarewells(folded)
  const spans = [...daysIn(folded, now, timeZone), ...hoursIn(folded, false)]
  if (spans.length === 0 && text === folded) return false
  const rest = [...text].map((letter, at) => (spans.some(({ start, end }) => at >= start && at < end) ? ' ' : letter)).join('')
  return rest.replace(FILLER, ' ').replace(/[^\p{L}\d]+/gu, '') === ''
}

/** 'Bom dia', 'Boa tarde' or 'Boa noite', by the clock of the time zone. */
export const greetingAt = (now: Date, timeZone: string): string => {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  if (hour >= 5 && hour < 12) return 'bom dia'
  return hour >= 12 && hour < 18 ? 'boa tarde' : 'boa noite'
}
