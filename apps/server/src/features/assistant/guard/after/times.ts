import type { Claim, ClaimReader } from './claim.ts'

type Times = Omit<Claim, 'why'>

const HALF_DAY = 720

/** Returns keys for a time of day in minutes after midnight. An hour without its half of the day may be in either. */
const at = (hour: number, minute: number, part: 'am' | 'pm' | null): Times => {
  if (hour > 24 || minute > 59) return { keys: ['clock:none'] }
  const minutes = (hour % 24) * 60 + minute
  const early = minutes < HALF_DAY ? minutes : minutes - HALF_DAY
  const both = hour <= 12 && hour > 0
  const values = !both ? [minutes] : part === 'am' ? [early] : part === 'pm' ? [early + HALF_DAY] : [early, early + HALF_DAY]
  return { keys: values.map((value) => `clock:${value}`) }
}
const partOf = (after: string): 'am' | 'pm' | null => {
  const part =
    /^ ?(?:horas? )?(?:d[ae] |a |in the |at )?(manha|madrugada|tarde|noite|am|pm|a\.m|p\.m|morning|afternoon|evening|night)\b/.exec(
      after,
    )?.[1]
  if (!part) return null
  return /^(?:manha|madrugada|am|a\.m|morning)$/.test(part) ? 'am' : 'pm'
}
const minutesOf = (written: string | undefined): number => (written === 'meia' ? 30 : Number(written ?? 0))

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
const lasting = (count: number, unit: string, kind: string | undefined): Times => {
  const [, scale, size] = UNITS.find(([names]) => names.test(unit)) ?? MINUTE
  return { keys: [`${scale}:${count * size}${kind ? ' úteis' : ''}`] }
}
const count = (written: string | undefined): number => (written?.startsWith('u') ? 1 : Number(written?.replace(',', '.')))

/** Matches words that make '24h' a duration instead of a time of day. */
const SPAN_BEFORE =
  /\b(?:em|dentro de|daqui(?: a)?|prazo de|prazo (?:maximo )?e de|por|durante|apos|menos de|mais de|cerca de|no maximo|em torno de|leva(?:m)?|demora(?:m)?|ha|faz|cada|proximas|within|in) (?:ate |uns |umas |as |menos de |cerca de |no maximo )?$/
/** Matches words before the duration of a meeting, which is not a deadline. */
const OF_A_MEETING = /\b(?:conversa|reuniao|chamada|ligacao|papo|call|videochamada)(?:,? \w+){0,2},? de (?:uns |ate |cerca de )?$/
const DURATION = new RegExp(`(?<![\\d.,:/])(\\d{1,4}(?:,\\d)?) ?(?:a \\d{1,3} )?(${UNIT})( ute?is| utiles)?\\b`, 'g')
/** Matches a duration with 'um' only after a word for a limit, because 'só um minuto' and 'um dia desses' state nothing. */
const ONE = new RegExp(`\\b(?:em|dentro de|em ate|daqui a|prazo de|menos de|leva|demora|cada) (uma?) (${UNIT})( util)?\\b`, 'g')

export const TIMES: readonly ClaimReader[] = [
  { why: 'term', pattern: /\bmeia hora\b/g, read: () => ({ keys: ['min:30'] }) },
  { why: 'term', pattern: /\b24 ?(?:\/|x|por) ?7\b|\b24 horas por dia\b/g, read: () => ({ keys: ['min:1440'] }) },
  {
    why: 'term',
    pattern:
      /\bem (?:(?:pouc|algun|algum|menos de)[a-z]* )?(?:minut(?:o|inho)s|horas|dias|semanas|segundos)\b|\bem (?:alguns )?instantes\b|\bn[oa] mesm[oa] (?:dia|hora)\b/g,
    read: ([found]) => ({ keys: [`soon:${found}`] }),
  },
  { why: 'term', pattern: ONE, read: ([, written, unit = '', kind]) => lasting(count(written), unit, kind) },
  {
    why: 'term',
    digits: true,
    pattern: DURATION,
    read: ([, written, unit = '', kind], _, before, after) => {
      if (unit.startsWith('min') && OF_A_MEETING.test(before)) return null
      const isClock = unit.startsWith('h') && Number(written) < 24 && !SPAN_BEFORE.test(before) && !after.startsWith(' ute')
      return isClock || (unit.startsWith('h') && /^\d/.test(after)) ? null : lasting(count(written), unit, kind)
    },
  },
  {
    why: 'term',
    digits: true,
    pattern: /(?<![\d.,/])(\d{1,2}) ?(?:h(?:oras?|rs?|s)?|:)(?:(?: ?e)? ?(meia\b|[0-5]\d(?! ?h|\d|[/:])))?(?: ?min)?(?![\d%])/g,
    read: ([, hour, minute], _, __, after) => at(Number(hour), minutesOf(minute), partOf(after)),
  },
  { why: 'term', pattern: /\bmeio[- ]dia( e meia)?\b/g, read: ([, half]) => at(12, half ? 30 : 0, 'pm') },
  { why: 'term', pattern: /\bmeia[- ]noite\b/g, read: () => at(24, 0, null) },
  {
    why: 'term',
    digits: true,
    pattern: /\b(\d{1,2}) (?:minutos )?(?:para (?:as?|aas)|pras?) (\d{1,2})\b/g,
    read: ([, minute, hour]) => at(Number(hour) - 1, 60 - Number(minute), null),
  },
  {
    why: 'term',
    digits: true,
    pattern: /(?<![\d.,/])(\d{1,2})(?: e (meia|\d{1,2}))? ?(?=(?:d[ae] (?:manha|tarde|noite|madrugada)|am|pm|a\.m|p\.m)\b)/g,
    read: ([, hour, minute], _, __, after) => at(Number(hour), minutesOf(minute), partOf(after)),
  },
  {
    why: 'term',
    digits: true,
    pattern:
      /\b(?:aas|pelas|das|apos as|depois das|antes das|ate as|partir das|entre as?) (\d{1,2})(?: e (meia|\d{1,2}))?(?![\d.,%]\d|\d)/g,
    read: ([, hour, minute], _, __, after) => at(Number(hour), minutesOf(minute), partOf(after)),
  },
  {
    // 'as' without its accent: matches 'as 15' but not 'as 3 opções'.
    why: 'term',
    digits: true,
    pattern: /\bas (\d{1,2})(?: e (meia|\d{1,2}))?(?![\d.,%]\d|\d)/g,
    read: ([, hour, minute], _, __, after) =>
      /^ [a-z]{3,}[aeo]s\b/.test(after) ? null : at(Number(hour), minutesOf(minute), partOf(after)),
  },
]
