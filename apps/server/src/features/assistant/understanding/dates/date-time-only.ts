import { TZDate } from '@date-fns/tz'
import { loadWordList } from '../text/word-lists.ts'
import { extractDays } from './day.ts'
import { extractHours } from './hour.ts'
import { maskFarewells } from './mentions.ts'

/** Filler words around a day or an hour. */
const FILLERS = loadWordList('around-a-date').map((word) => word.replaceAll('~', ' '))
const FILLER = new RegExp(`\\b(?:${FILLERS.toSorted((a, b) => b.length - a.length).join('|')})\\b`, 'g')

/** Returns true if a sentence contains only days, hours, filler words, and wishes such as 'bom fim de semana'. */
export const isDateTimeOnly = (normalizedText: string, now: Date, timeZone: string): boolean => {
  const text = maskFarewells(normalizedText)
  const spans = [...extractDays(normalizedText, now, timeZone), ...extractHours(normalizedText, false)]
  if (spans.length === 0 && text === normalizedText) return false
  const rest = [...text]
    .map((letter, index) => (spans.some(({ start, end }) => index >= start && index < end) ? ' ' : letter))
    .join('')
  return rest.replace(FILLER, ' ').replace(/[^\p{L}\d]+/gu, '') === ''
}

/** Returns 'bom dia', 'boa tarde' or 'boa noite' for the local time. */
export const getDaytimeGreeting = (now: Date, timeZone: string): string => {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  if (hour >= 5 && hour < 12) return 'bom dia'
  return hour >= 12 && hour < 18 ? 'boa tarde' : 'boa noite'
}
