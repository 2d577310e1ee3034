import { addCivilDays, type CivilDay, createCivilDay } from '../../../understanding/dates/day.ts'
import type { Claim, ClaimReader } from './claim.ts'

type DateKeys = Omit<Claim, 'why'>

const formatIsoDay = (day: CivilDay): string => day.toISOString().slice(0, 10)
const getWeekKey = (day: CivilDay): string => `week:${formatIsoDay(addCivilDays(day, -((day.getUTCDay() + 6) % 7)))}`
const getMonthKey = (day: CivilDay): string => `month:${day.getUTCMonth() + 1}`

/** Returns the keys of the days that a text may mean. In a source text, the days also support statements about their weeks and months. */
const createDayKeys = (days: readonly CivilDay[]): DateKeys => ({
  keys: days.map((day) => `day:${formatIsoDay(day)}`),
  grounds: days.flatMap((day) => [getWeekKey(day), getMonthKey(day)]),
})
const createSingleKey = (key: string): DateKeys => ({ keys: [key] })

const WEEKDAYS = [
  'domingos?|sunday',
  'segundas?|monday|lunes',
  'tercas?|tuesday|martes',
  'quartas?|wednesday|miercoles',
  'quintas?|thursday|jueves',
  'sextas?|friday|viernes',
  'sabados?|saturday',
]
const WEEKDAY = `(?:${WEEKDAYS.join('|')})(?:[- ]feiras?)?`
const WEEKDAY_PATTERNS = WEEKDAYS.map((names) => new RegExp(`^(?:${names})\\b`))
const findWeekday = (name: string | undefined): number => WEEKDAY_PATTERNS.findIndex((names) => names.test(name ?? ''))

const MONTHS = [
  'janeiro|january|jan',
  'fevereiro|february|fev',
  'marco|march|mar',
  'abril|april|abr',
  'maio|mai',
  'junho|june|jun',
  'julho|july|jul',
  'agosto|august|ago',
  'setembro|september|set',
  'outubro|october|out',
  'novembro|november|nov',
  'dezembro|december|dez',
]
const MONTH = MONTHS.join('|')
const findMonth = (name: string | undefined): number => MONTHS.findIndex((names) => names.split('|').includes(name ?? ''))

/** Matches a weekday directly before its date: 'sexta-feira, dia 27'. */
const WEEKDAY_BEFORE_DATE = `(?:\\b(${WEEKDAY}),? \\(?)?`

const DAY_NUMBER = /\d|primeiro/

/**
 * Returns the keys of a numeric date. `days`: days that the text may mean; `day`: the written day of the month. If the date does not exist
 * or its weekday is wrong, returns 'day:none', which no source text contains.
 */
const createNumericDateKeys = (
  today: CivilDay,
  weekday: string | undefined,
  days: readonly CivilDay[],
  day: number,
): DateKeys => {
  const real = days.filter((tried) => tried.getUTCDate() === day)
  const fits = weekday ? real.filter((tried) => tried.getUTCDay() === findWeekday(weekday)) : real
  if (fits.length === 0) return createSingleKey('day:none')
  const ahead = fits.find((tried) => tried >= today)
  const { keys, grounds = [] } = createDayKeys(fits)
  // In a source text, a date also supports its weekday: after '27/11', a reply may say 'no domingo'.
  return { keys, grounds: [...grounds, ...(ahead ? [`weekday:${ahead.getUTCDay()}`] : [])] }
}
const getDatesInYears = (today: CivilDay, day: number, month: number, year: string | undefined): CivilDay[] =>
  (year ? [Number(year.padStart(4, '20'))] : [0, 1].map((later) => today.getUTCFullYear() + later)).map((at) =>
    createCivilDay(at, month, day),
  )
const getDatesInMonths = (today: CivilDay, day: number): CivilDay[] =>
  [0, 1].map((later) => createCivilDay(today.getUTCFullYear(), today.getUTCMonth() + later, day))

/**
 * Returns the days that a weekday name may mean: the next one and the one a week later. If today is that weekday, it also includes today
 * and the day in two weeks, for 'sexta que vem'.
 */
const getNextWeekdays = (today: CivilDay, weekday: number): CivilDay[] => {
  const ahead = (weekday - today.getUTCDay() + 7) % 7
  return [ahead, ahead + 7, ...(ahead === 0 ? [14] : [])].map((days) => addCivilDays(today, days))
}

/**
 * Returns the keys of a weekday range such as 'segunda a sexta'. A source text with this range also supports statements about each of its
 * days.
 */
export const createWeekdayRangeKeys = (today: CivilDay, from: number, to: number): DateKeys => {
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7)
  return { keys: [`days:${from}-${to}`], grounds: days.flatMap((day) => createDayKeys(getNextWeekdays(today, day)).keys) }
}

const WISH_BEFORE = /\b(?:bom|boa|otim[oa]|excelente|feliz|lind[oa]|maravilhos[oa]|abencoad[oa]) (?:um |uma )?$/
const COUNTED_THING_AFTER = /^ (?:opcao|vez|parcela|unidade|via|filial|mao|quinzena|parte)\b/
const IN_A_QUESTION = /^[^.!]*\?/
const NO_TERM_BEFORE = /\b(?:de|por) $/
const LIMIT_BEFORE = /\b(?:ate|ainda|so|somente|apenas) (?:as \d+h? de )?$/
const CLOCK_WORD_AFTER = /^ (?:mesmo|ainda|aas|as \d|ate|sem falta)\b/
const TEAM_WORD_AFTER = /^ (?:em dia|eu|a equipe|o time|estou|estamos|nao)\b/

export const DATE_READERS: readonly ClaimReader[] = [
  {
    why: 'term',
    digits: true,
    pattern: /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    read: ([, year, month, day], { today }) =>
      createNumericDateKeys(today, undefined, getDatesInYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    why: 'term',
    digits: true,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}(?<![\\d./-])(?:dia )?(\\d{1,2})([/.-])(\\d{1,2})(?:\\3(\\d{4}|\\d{2}))?(?![\\d/%]|[.,-]\\d)`,
      'g',
    ),
    read: ([, weekday, day, sign, month, year], { today }) =>
      Number(month) > 12 || Number(day) > 31 || (sign !== '/' && !year)
        ? null
        : createNumericDateKeys(today, weekday, getDatesInYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    why: 'term',
    needs: DAY_NUMBER,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}\\b(?:dia )?(\\d{1,2}|primeiro)o?(?: de |/| )(${MONTH})\\b(?:(?: de |/)(\\d{4}))?`,
      'g',
    ),
    read: ([, weekday, written, name, year], { today }) => {
      const day = written === 'primeiro' ? 1 : Number(written)
      return createNumericDateKeys(today, weekday, getDatesInYears(today, day, findMonth(name), year), day)
    },
  },
  {
    why: 'term',
    digits: true,
    pattern: new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d/:.,-]\\d|\\d)`, 'g'),
    read: ([, name, day], { today }) =>
      createNumericDateKeys(today, undefined, getDatesInYears(today, Number(day), findMonth(name), undefined), Number(day)),
  },
  {
    why: 'term',
    needs: DAY_NUMBER,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}\\bdias? (\\d{1,2}|primeiro)o?(?: (?:e|ou|a|ate) (?:o |dia )?(\\d{1,2}))?(?! ?h|[\\d:])`,
      'g',
    ),
    read: ([, weekday, written, last], { today }) => {
      const days = [written === 'primeiro' ? 1 : Number(written), ...(last ? [Number(last)] : [])]
      const each = days.map((day, index) =>
        createNumericDateKeys(today, index === 0 ? weekday : undefined, getDatesInMonths(today, day), day),
      )
      // The source texts must contain both days, so the pair has a key of its own.
      return last ? { keys: [`days:${days.join('+')}`], grounds: each.flatMap(({ keys }) => keys) } : (each[0] ?? null)
    },
  },
  {
    why: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY}) (?:a|ate|to) (?:a )?(${WEEKDAY})\\b`, 'g'),
    read: ([, from, to], { today }) => createWeekdayRangeKeys(today, findWeekday(from), findWeekday(to)),
  },
  {
    why: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY})\\b`, 'g'),
    read: ([, name], { today, isSource }, before, after) => {
      if (WISH_BEFORE.test(before) || COUNTED_THING_AFTER.test(after)) return null
      const { keys, grounds = [] } = createDayKeys(getNextWeekdays(today, findWeekday(name)))
      return { keys: isSource ? keys : [...keys, `weekday:${findWeekday(name)}`], grounds }
    },
  },
  {
    why: 'term',
    pattern: /\bdepois de amanha\b|\bday after tomorrow\b/g,
    read: (_, { today }) => createDayKeys([addCivilDays(today, 2)]),
  },
  {
    why: 'term',
    pattern: /\bamanha\b|\btomorrow\b|\bmanana\b/g,
    read: (_, { today }) => createDayKeys([addCivilDays(today, 1)]),
  },
  {
    why: 'term',
    pattern: /\bhoje\b|\btoday\b/g,
    read: (_, { today, isSource }, before, after) => {
      const binds = LIMIT_BEFORE.test(before) || CLOCK_WORD_AFTER.test(after)
      const isTalk = IN_A_QUESTION.test(after) || NO_TERM_BEFORE.test(before) || TEAM_WORD_AFTER.test(after)
      return isSource || binds || !isTalk ? createDayKeys([today]) : null
    },
  },
  {
    why: 'term',
    pattern: /\b(?:semana que vem|proxima semana|next week)\b/g,
    read: (_, { today }) => createSingleKey(getWeekKey(addCivilDays(today, 7))),
  },
  { why: 'term', pattern: /\b(?:n?ess?t?a semana|this week)\b/g, read: (_, { today }) => createSingleKey(getWeekKey(today)) },
  {
    why: 'term',
    pattern: /\b(?:fim|final) de semana\b|\bweekend\b/g,
    read: (_, { today }, before) =>
      WISH_BEFORE.test(before) ? null : createDayKeys([...getNextWeekdays(today, 6), ...getNextWeekdays(today, 0)]),
  },
  {
    why: 'term',
    pattern: /\b(?:mes que vem|proximo mes|next month)\b/g,
    read: (_, { today }) => createSingleKey(getMonthKey(createCivilDay(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))),
  },
  {
    why: 'term',
    pattern: new RegExp(
      `\\b(?:em|ate|para|pra|de|inicio de|comeco de|meados de|fim de|final de|mes de|partir de|in|by) (${MONTH})\\b`,
      'g',
    ),
    read: ([, name]) => createSingleKey(`month:${findMonth(name) + 1}`),
  },
  {
    why: 'term',
    pattern:
      /\b(?:fim|final|termino|comeco|inicio|meio|meados) d[oea] (?:mes|ano|dia|expediente|tarde|noite)\b|\b(?:primeiro|segundo|proximo|este|neste) (?:semestre|trimestre|bimestre)\b|\bproxim[oa]s (?:dias|semanas|meses|horas)\b|\bum dia (?:para|pro) o? ?outro\b|\bano que vem\b|\bproximo ano\b/g,
    // A question that proposes a part of the day is no claim: 'ou no fim da tarde?'
    read: ([found = ''], { isSource }, _, after) =>
      !isSource && /tarde|noite/.test(found) && IN_A_QUESTION.test(after) ? null : createSingleKey(`around:${found}`),
  },
  {
    why: 'term',
    pattern: /\b(?:natal|ano novo|reveillon|carnaval|pascoa|black friday|proximo feriado)\b/g,
    read: ([found = ''], _, before) => (WISH_BEFORE.test(before) ? null : createSingleKey(`feast:${found}`)),
  },
]
