import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { type Mention, meant, mentionsOf } from './mentions.ts'
import DAY_PARTS from './patterns/day-parts.json' with { type: 'json' }
import PATTERNS from './patterns/hours.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'
import { NUMBER_WORDS } from './words.ts'

/** An hour or a part of the day. `from`: minutes after midnight, or null for a part of the day. */
export interface NamedHour {
  readonly text: string
  readonly from: number | null
  /** True if the written time does not exist. It is returned so that the lead can be told. */
  readonly isNone?: true
}

/** Number words that can be an hour: feminine forms ('à uma', 'às duas') up to twelve. */
const HOURS = Object.keys(NUMBER_WORDS).filter((word) => word !== 'um' && word !== 'dois' && (NUMBER_WORDS[word] ?? 0) <= 12)
const hours = HOURS.join('|')
const SAID = patternsOf(PATTERNS, { ...PATTERNS, '<hours>': hours }, 'g')
const PARTS = patternsOf(DAY_PARTS, DAY_PARTS, 'g')
const ANY_HOUR = 'em qualquer horário'
/** Cheap test: a line without a match names no hour. */
const NAMES_AN_HOUR = new RegExp(`\\d|\\b(${hours}|meio)\\b`)

const valueOf = (word: string | undefined) => NUMBER_WORDS[word ?? ''] ?? Number(word)
const minutesOf = (word: string | undefined) => (word === 'meia' ? 30 : word === 'quinze' ? 15 : Number(word ?? 0))

const clock = (minutes: number): string => {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** Replaces other numbers with spaces, so that positions stay valid. */
const masked = (folded: string): string => folded.replace(SAID.otherNumbers, (found) => ' '.repeat(found.length))

/**
 * Converts a time to minutes after midnight, or null if it does not exist. An hour from 1 to 6 alone, or one with the afternoon or evening
 * beside it, is after noon.
 */
const toMinutes = (hour: number, minute: number, part: string | null): number | null => {
  if (hour > 23 || minute > 59) return null
  const isLate = part === 'à tarde' || part === 'à noite' || part === 'no fim da tarde'
  const isBareEarly = hour >= 1 && hour <= 6 && part !== 'de manhã'
  return (hour + (hour < 12 && (isLate || isBareEarly) ? 12 : 0)) * 60 + minute
}

const named = (before: string, minutes: number): NamedHour => {
  if (/\b(depois d[aeo]s?|apos|a partir d[aeo]s?)( as)? ?$/.test(before))
    return { text: `a partir das ${clock(minutes)}`, from: minutes }
  if (/\b(ate|antes d[aeo]s?)( as)? ?$/.test(before)) return { text: `até as ${clock(minutes)}`, from: null }
  return { text: clock(minutes), from: minutes }
}

const PART_READERS = Object.entries(PARTS).map(([part, pattern]) => [pattern, () => part] as const)
const partsIn = (text: string): Mention<string>[] => mentionsOf(text, PART_READERS)

/** Returns the numeric hours in a text. `answering`: the agent asked for an hour, so a bare number counts. */
const numbersIn = (text: string, answering: boolean): Mention<NamedHour>[] => {
  if (!NAMES_AN_HOUR.test(text)) return []
  const part = meant(text, partsIn(text))
  const at = (match: RegExpExecArray, hour: string | undefined, minute: number): NamedHour | null => {
    const own = /^ ?(?:horas )?d[ae] (manha|tarde|noite|madrugada)/.exec(text.slice(match.index + match[0].length))?.[1]
    const near = own === 'manha' || own === 'madrugada' ? 'de manhã' : own ? 'à tarde' : part
    const minutes = toMinutes(valueOf(hour), minute, near)
    return minutes === null
      ? null
      : named(text.slice(0, match.index + (/\d|(?<![a-z])[a-z]+$/.exec(match[0])?.index ?? 0)), minutes)
  }
  const between = ([, first, last]: RegExpExecArray): NamedHour | null => {
    const [from, to] = [toMinutes(valueOf(first), 0, part), toMinutes(valueOf(last), 0, part)]
    return from !== null && to !== null && from < to ? { text: `entre ${clock(from)} e ${clock(to)}`, from } : null
  }
  const withPart = (match: RegExpExecArray): NamedHour | null => {
    const own = /d[ae] (manha|tarde|noite)/.exec(match[0])?.[1]
    const minutes = toMinutes(valueOf(match[1]), minutesOf(match[2]), own === 'manha' ? 'de manhã' : own ? 'à tarde' : part)
    return minutes === null ? null : named(text.slice(0, match.index), minutes)
  }
  const afterWord = (match: RegExpExecArray): NamedHour | null => {
    const minutes = toMinutes(valueOf(match[1]), minutesOf(match[2]), part)
    const lead = match[0].slice(0, match[0].lastIndexOf(match[1] ?? ''))
    return minutes === null ? null : named(text.slice(0, match.index) + lead, minutes)
  }
  return mentionsOf<NamedHour>(text, [
    [SAID.noon, (match) => named(text.slice(0, match.index), match[1] ? 750 : 720)],
    [SAID.between, between],
    [SAID.byClock, (match) => at(match, match[1], minutesOf(match[2]))],
    [SAID.clockAndHalf, (match) => at(match, match[1], 30)],
    [SAID.withPart, withPart],
    [SAID.afterWord, afterWord],
    [SAID.andHalf, (match) => at(match, match[1], 30)],
    [SAID.noHour, ([, hour]) => (Number(hour) > 24 ? { text: `${hour}h`, from: null, isNone: true } : null)],
    ...(answering ? [[SAID.alone, (match: RegExpExecArray) => at(match, match[1], minutesOf(match[2]))] as const] : []),
  ])
}

/** Returns all hours and parts of the day that a normalized line names. */
export const hoursIn = (folded: string, answering: boolean): Mention<unknown>[] => {
  const text = masked(folded)
  return [...numbersIn(text, answering), ...partsIn(text)]
}

/** Returns the hour that a normalized line means, or null. Prefers an hour over a part of the day. */
export const hourIn = (folded: string, answering: boolean): NamedHour | null => {
  const text = masked(folded)
  const number = meant(text, numbersIn(text, answering))
  if (number) return number
  const parts = partsIn(text)
  const some = parts.filter(({ value }) => value !== ANY_HOUR)
  const part = meant(text, some.length > 0 ? some : parts)
  return part === null ? null : { text: part, from: null }
}

/** End of each part of the day in minutes after midnight. */
const OVER_AT: Readonly<Record<string, number>> = { 'de manhã': 720, 'à tarde': 1_080, 'no fim da tarde': 1_140 }

/** Returns true if the hour or part of the day on that day is over in the given time zone. */
export const isPast = (day: string | null, { text, from }: NamedHour, now: Date, timeZone: string): boolean => {
  const zoned = new TZDate(now.getTime(), timeZone)
  const over = from ?? OVER_AT[text]
  return over !== undefined && day === format(zoned, 'yyyy-MM-dd') && over <= zoned.getHours() * 60 + zoned.getMinutes()
}
