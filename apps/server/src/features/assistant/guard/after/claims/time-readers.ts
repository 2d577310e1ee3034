import type { Claim, ClaimReader } from './claim.ts'

type TimeKeys = Omit<Claim, 'reason'>

const HALF_DAY_MINUTES = 720

/** Returns the keys of a clock time, in minutes after midnight. An hour from 1 to 12 without am or pm gets both keys. */
const createClockKeys = (hour: number, minute: number, part: 'am' | 'pm' | null): TimeKeys => {
  if (hour > 24 || minute > 59) return { keys: ['clock:none'] }
  const minutes = (hour % 24) * 60 + minute
  const morningMinutes = minutes < HALF_DAY_MINUTES ? minutes : minutes - HALF_DAY_MINUTES
  const isAmbiguous = hour <= 12 && hour > 0
  const values = !isAmbiguous
    ? [minutes]
    : part === 'am'
      ? [morningMinutes]
      : part === 'pm'
        ? [morningMinutes + HALF_DAY_MINUTES]
        : [morningMinutes, morningMinutes + HALF_DAY_MINUTES]
  return { keys: values.map((value) => `clock:${value}`) }
}
const parseHalfOfDay = (after: string): 'am' | 'pm' | null => {
  const part =
    /^ ?(?:horas? )?(?:d[ae] |a |in the |at )?(manha|madrugada|tarde|noite|am|pm|a\.m|p\.m|morning|afternoon|evening|night)\b/.exec(
      after,
    )?.[1]
  if (!part) return null
  return /^(?:manha|madrugada|am|a\.m|morning)$/.test(part) ? 'am' : 'pm'
}
const parseMinutes = (writtenMinutes: string | undefined): number =>
  writtenMinutes === 'meia' ? 30 : Number(writtenMinutes ?? 0)

type Unit = readonly [RegExp, 'min' | 'month', number]
const MINUTE: Unit = [/^min/, 'min', 1]
const UNITS: readonly Unit[] = [
  MINUTE,
  [/^h/, 'min', 60],
  [/^(?:dia|day)/, 'min', 1_440],
  [/^(?:semana|week)/, 'min', 10_080],
  [/^quinzena/, 'min', 21_600],
  [/^(?:mes|month)/, 'month', 1],
  [/^(?:ano|year)/, 'month', 12],
]
const UNIT = 'minut\\w*|min|horas?|hrs?|hours?|h|dias?|days?|semanas?|weeks?|quinzenas?|mes|meses|months?|anos?|years?'
const createDurationKeys = (count: number, unit: string, kind: string | undefined): TimeKeys => {
  const [, scale, size] = UNITS.find(([names]) => names.test(unit)) ?? MINUTE
  return { keys: [`${scale}:${count * size}${kind ? ' úteis' : ''}`] }
}
const parseCount = (writtenCount: string | undefined): number =>
  writtenCount?.startsWith('u') ? 1 : Number(writtenCount?.replace(',', '.'))

/** Matches words before '24h' that make it a duration, not a clock time. */
const DURATION_BEFORE =
  /\b(?:em|dentro de|daqui(?: a)?|prazo de|prazo (?:maximo )?e de|por|durante|apos|menos de|mais de|cerca de|no maximo|em torno de|leva(?:m)?|demora(?:m)?|ha|faz|cada|proximas|within|in) (?:ate |uns |umas |as |menos de |cerca de |no maximo )?$/
/** Matches words before a meeting's duration, which is no deadline and needs no check. */
const MEETING_BEFORE =
  /\b(?:conversa|reuniao|chamada|ligacao|papo|call|videochamada)(?:,? \w+){0,2},? de (?:uns |ate |cerca de )?$/
const DURATION = new RegExp(`(?<![\\d.,:/])(\\d{1,4}(?:,\\d)?) ?(?:a \\d{1,3} )?(${UNIT})( ute?is| utiles)?\\b`, 'g')
/** Matches 'um' or 'uma' with a time unit only after a word for a limit. 'Só um minuto' and 'um dia desses' are no claims. */
const ONE_UNIT_DURATION = new RegExp(
  `\\b(?:em|dentro de|em ate|daqui a|prazo de|menos de|leva|demora|cada) (uma?) (${UNIT})( util)?\\b`,
  'g',
)

export const TIME_READERS: readonly ClaimReader[] = [
  { reason: 'term', pattern: /\bmeia hora\b/g, parse: () => ({ keys: ['min:30'] }) },
  { reason: 'term', pattern: /\b24 ?(?:\/|x|por) ?7\b|\b24 horas por dia\b/g, parse: () => ({ keys: ['min:1440'] }) },
  {
    reason: 'term',
    pattern:
      /\bem (?:(?:pouc|algun|algum|menos de)[a-z]* )?(?:minut(?:o|inho)s|horas|dias|semanas|segundos)\b|\bem (?:alguns )?instantes\b|\bn[oa] mesm[oa] (?:dia|hora)\b/g,
    parse: ([matchedText]) => ({ keys: [`soon:${matchedText}`] }),
  },
  {
    reason: 'term',
    pattern: ONE_UNIT_DURATION,
    parse: ([, writtenNumber, unit = '', kind]) => createDurationKeys(parseCount(writtenNumber), unit, kind),
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: DURATION,
    parse: ([, writtenNumber, unit = '', kind], _, before, after) => {
      if (unit.startsWith('min') && MEETING_BEFORE.test(before)) return null
      const isClock =
        unit.startsWith('h') && Number(writtenNumber) < 24 && !DURATION_BEFORE.test(before) && !after.startsWith(' ute')
      return isClock || (unit.startsWith('h') && /^\d/.test(after))
        ? null
        : createDurationKeys(parseCount(writtenNumber), unit, kind)
    },
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: /(?<![\d.,/])(\d{1,2}) ?(?:h(?:oras?|rs?|s)?|:)(?:(?: ?e)? ?(meia\b|[0-5]\d(?! ?h|\d|[/:])))?(?: ?min)?(?![\d%])/g,
    parse: ([, hour, minute], _, __, after) => createClockKeys(Number(hour), parseMinutes(minute), parseHalfOfDay(after)),
  },
  { reason: 'term', pattern: /\bmeio[- ]dia( e meia)?\b/g, parse: ([, half]) => createClockKeys(12, half ? 30 : 0, 'pm') },
  { reason: 'term', pattern: /\bmeia[- ]noite\b/g, parse: () => createClockKeys(24, 0, null) },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: /\b(\d{1,2}) (?:minutos )?(?:para (?:as?|aas)|pras?) (\d{1,2})\b/g,
    parse: ([, minute, hour]) => createClockKeys(Number(hour) - 1, 60 - Number(minute), null),
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: /(?<![\d.,/])(\d{1,2})(?: e (meia|\d{1,2}))? ?(?=(?:d[ae] (?:manha|tarde|noite|madrugada)|am|pm|a\.m|p\.m)\b)/g,
    parse: ([, hour, minute], _, __, after) => createClockKeys(Number(hour), parseMinutes(minute), parseHalfOfDay(after)),
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern:
      /\b(?:aas|pelas|das|apos as|depois das|antes das|ate as|partir das|entre as?) (\d{1,2})(?: e (meia|\d{1,2}))?(?![\d.,%]\d|\d)/g,
    parse: ([, hour, minute], _, __, after) => createClockKeys(Number(hour), parseMinutes(minute), parseHalfOfDay(after)),
  },
  {
    // 'as' typed without accent: matches 'as 15' but not 'as 3 opções'.
    reason: 'term',
    requiresDigit: true,
    pattern: /\bas (\d{1,2})(?: e (meia|\d{1,2}))?(?![\d.,%]\d|\d)/g,
    parse: ([, hour, minute], _, __, after) =>
      /^ [a-z]{3,}[aeo]s\b/.test(after) ? null : createClockKeys(Number(hour), parseMinutes(minute), parseHalfOfDay(after)),
  },
]
