import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { type Mention, meant, mentionsOf } from './mentions.ts'
import DAY_PARTS from './patterns/day-parts.json' with { type: 'json' }
import PATTERNS from './patterns/hours.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'
import { NUMBER_WORDS } from './words.ts'

/** An hour or a part of the day. `from`: minutes after midnight, when it names an hour. */
export interface NamedHour {
  readonly text: string
  readonly from: number | null
  /** True: no clock has it. It stands for what was written, so that the lead can be told. */
  readonly isNone?: true
}

/** 'À uma', 'às duas': an hour is feminine, and there are twelve. */
const HOURS = Object.keys(NUMBER_WORDS).filter((word) => word !== 'um' && word !== 'dois' && (NUMBER_WORDS[word] ?? 0) <= 12)
const hours = HOURS.join('|')
const SAID = patternsOf(PATTERNS, { ...PATTERNS, '<hours>': hours }, 'g')
const PARTS = patternsOf(DAY_PARTS, DAY_PARTS, 'g')
const ANY_HOUR = 'em qualquer horário'
/** Nearly every line names no hour: this spares them the reading. */
const NAMES_AN_HOUR = new RegExp(`\\d|\\b(${hours}|meio)\\b`)

const valueOf = (word: string | undefined) => NUMBER_WORDS[word ?? ''] ?? Number(word)
const minutesOf = (word: string | undefined) => (word === 'meia' ? 30 : word === 'quinze' ? 15 : Number(word ?? 0))

const clock = (minutes: number): string => {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** Spaces keep every place where it was. */
const masked = (folded: string): string => folded.replace(SAID.otherNumbers, (found) => ' '.repeat(found.length))

/** Minutes after midnight; with the afternoon or evening beside it, or as a bare 1 to 6, an early number is after noon. */
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

/** Hours by number. `answering`: the agent just asked for one, so a bare number is an hour. */
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

/** Every hour and part of the day that a folded line names. */
export const hoursIn = (folded: string, answering: boolean): Mention<unknown>[] => {
  const text = masked(folded)
  return [...numbersIn(text, answering), ...partsIn(text)]
}

/** The hour that a folded line is for; of an hour and its part of the day, the hour. */
export const hourIn = (folded: string, answering: boolean): NamedHour | null => {
  const text = masked(folded)
  const number = meant(text, numbersIn(text, answering))
  if (number) return number
  const parts = partsIn(text)
  const some = parts.filter(({ value }) => value !== ANY_HOUR)
  const part = meant(text, some.length > 0 ? some : parts)
  return part === null ? null : { text: part, from: null }
}

/** When a part of the day is over, in minutes after midnight. */
const OVER_AT: Readonly<Record<string, number>> = { 'de manhã': 720, 'à tarde': 1_080, 'no fim da tarde': 1_140 }

/** True when the hour, or the whole part, of that day is already past in the lead's time zone. */
export const isPast = (day: string | null, { text, from }: NamedHour, now: Date, timeZone: string): boolean => {
  const zoned = new TZDate(now.getTime(), timeZone)
  const over = from ?? OVER_AT[text]
  return over !== undefined && day === format(zoned, 'yyyy-MM-dd') && over <= zoned.getHours() * 60 + zoned.getMinutes()
}
