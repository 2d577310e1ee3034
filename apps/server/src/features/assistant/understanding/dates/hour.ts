import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import DAY_PARTS from '../patterns/day-parts.json' with { type: 'json' }
import PATTERNS from '../patterns/hours.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'
import { NUMBER_WORDS } from '../text/word-lists.ts'
import { findMentions, type Mention, selectMeantValue } from './mentions.ts'

/** An hour or part of the day in a text. `minutes`: after midnight; null for a part of the day or without a start. */
export interface NamedHour {
  readonly text: string
  readonly minutes: number | null
  /** Set if the time does not exist ('30h'), so that the agent can ask again. */
  readonly isImpossible?: true
}

/** Number words that may be an hour: up to twelve, feminine ('à uma', 'às duas'). */
const HOURS = Object.keys(NUMBER_WORDS).filter((word) => word !== 'um' && word !== 'dois' && (NUMBER_WORDS[word] ?? 0) <= 12)
const hourAlternatives = HOURS.join('|')
const MATCHERS = compilePatterns(PATTERNS, { ...PATTERNS, '<hours>': hourAlternatives }, 'g')
const DAY_PART_MATCHERS = compilePatterns(DAY_PARTS, DAY_PARTS, 'g')
const ANY_HOUR = 'em qualquer horário'
/** Fast check: a text without a match names no clock time. */
const HOUR_HINT = new RegExp(`\\d|\\b(${hourAlternatives}|meio)\\b`)

const parseNumberWord = (word: string | undefined) => NUMBER_WORDS[word ?? ''] ?? Number(word)
const parseMinutes = (word: string | undefined) => (word === 'meia' ? 30 : word === 'quinze' ? 15 : Number(word ?? 0))

const formatClock = (minutes: number): string => {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** Replaces numbers that are no hours with spaces. Positions stay valid. */
const maskOtherNumbers = (normalizedText: string): string =>
  normalizedText.replace(MATCHERS.otherNumbers, (matchedText) => ' '.repeat(matchedText.length))

/**
 * Converts a time to minutes after midnight; null if it does not exist. Hours before 12 become afternoon hours if `part` is in the
 * afternoon or evening. So do 1 to 6, unless `part` is the morning.
 */
const toMinutes = (hour: number, minute: number, part: string | null): number | null => {
  if (hour > 23 || minute > 59) return null
  const isLate = part === 'à tarde' || part === 'à noite' || part === 'no fim da tarde'
  const isBareEarly = hour >= 1 && hour <= 6 && part !== 'de manhã'
  return (hour + (hour < 12 && (isLate || isBareEarly) ? 12 : 0)) * 60 + minute
}

const toNamedHour = (before: string, minutes: number): NamedHour => {
  if (/\b(depois d[aeo]s?|apos|a partir d[aeo]s?)( as)? ?$/.test(before))
    return { text: `a partir das ${formatClock(minutes)}`, minutes: minutes }
  if (/\b(ate|antes d[aeo]s?)( as)? ?$/.test(before)) return { text: `até as ${formatClock(minutes)}`, minutes: null }
  return { text: formatClock(minutes), minutes: minutes }
}

const DAY_PART_READERS = Object.entries(DAY_PART_MATCHERS).map(([part, pattern]) => [pattern, () => part] as const)
const extractDayParts = (text: string): Mention<string>[] => findMentions(text, DAY_PART_READERS)

/** Returns the clock times in a text, with their positions. A bare number counts only if the agent asked for an hour. */
const extractNumericHours = (text: string, wasAsked: boolean): Mention<NamedHour>[] => {
  if (!HOUR_HINT.test(text)) return []
  const part = selectMeantValue(text, extractDayParts(text))
  const readClock = (match: RegExpExecArray, hour: string | undefined, minute: number): NamedHour | null => {
    const namedPart = /^ ?(?:horas )?d[ae] (manha|tarde|noite|madrugada)/.exec(text.slice(match.index + match[0].length))?.[1]
    const partOfDay = namedPart === 'manha' || namedPart === 'madrugada' ? 'de manhã' : namedPart ? 'à tarde' : part
    const minutes = toMinutes(parseNumberWord(hour), minute, partOfDay)
    return minutes === null
      ? null
      : toNamedHour(text.slice(0, match.index + (/\d|(?<![a-z])[a-z]+$/.exec(match[0])?.index ?? 0)), minutes)
  }
  const between = ([, first, last]: RegExpExecArray): NamedHour | null => {
    const [from, to] = [toMinutes(parseNumberWord(first), 0, part), toMinutes(parseNumberWord(last), 0, part)]
    return from !== null && to !== null && from < to
      ? { text: `entre ${formatClock(from)} e ${formatClock(to)}`, minutes: from }
      : null
  }
  const withPart = (match: RegExpExecArray): NamedHour | null => {
    const namedPart = /d[ae] (manha|tarde|noite)/.exec(match[0])?.[1]
    const minutes = toMinutes(
      parseNumberWord(match[1]),
      parseMinutes(match[2]),
      namedPart === 'manha' ? 'de manhã' : namedPart ? 'à tarde' : part,
    )
    return minutes === null ? null : toNamedHour(text.slice(0, match.index), minutes)
  }
  const afterWord = (match: RegExpExecArray): NamedHour | null => {
    const minutes = toMinutes(parseNumberWord(match[1]), parseMinutes(match[2]), part)
    const lead = match[0].slice(0, match[0].lastIndexOf(match[1] ?? ''))
    return minutes === null ? null : toNamedHour(text.slice(0, match.index) + lead, minutes)
  }
  return findMentions<NamedHour>(text, [
    [MATCHERS.noon, (match) => toNamedHour(text.slice(0, match.index), match[1] ? 750 : 720)],
    [MATCHERS.between, between],
    [MATCHERS.byClock, (match) => readClock(match, match[1], parseMinutes(match[2]))],
    [MATCHERS.clockAndHalf, (match) => readClock(match, match[1], 30)],
    [MATCHERS.withPart, withPart],
    [MATCHERS.afterWord, afterWord],
    [MATCHERS.andHalf, (match) => readClock(match, match[1], 30)],
    [MATCHERS.noHour, ([, hour]) => (Number(hour) > 24 ? { text: `${hour}h`, minutes: null, isImpossible: true } : null)],
    ...(wasAsked
      ? [[MATCHERS.alone, (match: RegExpExecArray) => readClock(match, match[1], parseMinutes(match[2]))] as const]
      : []),
  ])
}

/** Returns all hours and parts of the day, with their positions. A bare number counts only if the agent asked for an hour. */
export const extractHours = (normalizedText: string, wasAsked: boolean): Mention<unknown>[] => {
  const text = maskOtherNumbers(normalizedText)
  return [...extractNumericHours(text, wasAsked), ...extractDayParts(text)]
}

/**
 * Returns the hour that a sentence means, or null. Clock times precede parts of the day. A bare number counts only if the agent asked for
 * an hour.
 */
export const extractHour = (normalizedText: string, wasAsked: boolean): NamedHour | null => {
  const text = maskOtherNumbers(normalizedText)
  const number = selectMeantValue(text, extractNumericHours(text, wasAsked))
  if (number) return number
  const parts = extractDayParts(text)
  const specificParts = parts.filter(({ value }) => value !== ANY_HOUR)
  const part = selectMeantValue(text, specificParts.length > 0 ? specificParts : parts)
  return part === null ? null : { text: part, minutes: null }
}

/** End of parts of the day, in minutes after midnight. */
const DAY_PART_END_MINUTES: Readonly<Record<string, number>> = { 'de manhã': 720, 'à tarde': 1_080, 'no fim da tarde': 1_140 }

/** Returns true if the day (`yyyy-MM-dd`) is today and the hour or part of the day is over. */
export const isHourPast = (day: string | null, { text, minutes }: NamedHour, now: Date, timeZone: string): boolean => {
  const zoned = new TZDate(now.getTime(), timeZone)
  const endMinutes = minutes ?? DAY_PART_END_MINUTES[text]
  return (
    endMinutes !== undefined && day === format(zoned, 'yyyy-MM-dd') && endMinutes <= zoned.getHours() * 60 + zoned.getMinutes()
  )
}
