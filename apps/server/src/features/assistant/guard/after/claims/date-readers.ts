import { addCivilDays, type CivilDay, createCivilDay } from '../../../understanding/dates/day.ts'
import type { Claim, ClaimReader } from './claim.ts'

type DateKeys = Omit<Claim, 'reason'>

const formatIsoDay = (day: CivilDay): string => day.toISOString().slice(0, 10)
const getWeekKey = (day: CivilDay): string => `week:${formatIsoDay(addCivilDays(day, -((day.getUTCDay() + 6) % 7)))}`
const getMonthKey = (day: CivilDay): string => `month:${day.getUTCMonth() + 1}`

/** Returns the keys of days. In a source text, a day also supports claims about its week and month. */
const createDayKeys = (days: readonly CivilDay[]): DateKeys => ({
  keys: days.map((day) => `day:${formatIsoDay(day)}`),
  supportedKeys: days.flatMap((day) => [getWeekKey(day), getMonthKey(day)]),
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

/** Matches a weekday before its date: 'sexta-feira, dia 27'. */
const WEEKDAY_BEFORE_DATE = `(?:\\b(${WEEKDAY}),? \\(?)?`

const DAY_NUMBER = /\d|primeiro/

/**
 * Returns the keys of a numeric date. Returns 'day:none', which no source text contains, if the date does not exist or its weekday is
 * wrong.
 */
const createNumericDateKeys = (
  today: CivilDay,
  weekday: string | undefined,
  days: readonly CivilDay[],
  day: number,
): DateKeys => {
  const existingDays = days.filter((candidate) => candidate.getUTCDate() === day)
  const matchingDays = weekday ? existingDays.filter((candidate) => candidate.getUTCDay() === findWeekday(weekday)) : existingDays
  if (matchingDays.length === 0) return createSingleKey('day:none')
  const upcomingDay = matchingDays.find((candidate) => candidate >= today)
  const { keys, supportedKeys = [] } = createDayKeys(matchingDays)
  // A date in a source text also supports its weekday: after '27/11', a reply may say 'no domingo'.
  return { keys, supportedKeys: [...supportedKeys, ...(upcomingDay ? [`weekday:${upcomingDay.getUTCDay()}`] : [])] }
}
const getDatesInYears = (today: CivilDay, day: number, month: number, year: string | undefined): CivilDay[] =>
  (year ? [Number(year.padStart(4, '20'))] : [0, 1].map((yearOffset) => today.getUTCFullYear() + yearOffset)).map(
    (candidateYear) => createCivilDay(candidateYear, month, day),
  )
const getDatesInMonths = (today: CivilDay, day: number): CivilDay[] =>
  [0, 1].map((monthOffset) => createCivilDay(today.getUTCFullYear(), today.getUTCMonth() + monthOffset, day))

/**
 * Returns the days that a weekday may mean: the next one and a week later. On that weekday itself, adds two weeks later for 'sexta que
 * vem'.
 */
const getNextWeekdays = (today: CivilDay, weekday: number): CivilDay[] => {
  const daysAhead = (weekday - today.getUTCDay() + 7) % 7
  return [daysAhead, daysAhead + 7, ...(daysAhead === 0 ? [14] : [])].map((days) => addCivilDays(today, days))
}

/** Returns the keys of a weekday range such as 'segunda a sexta'. In a source text, it also supports claims about each of its days. */
export const createWeekdayRangeKeys = (today: CivilDay, from: number, to: number): DateKeys => {
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7)
  return { keys: [`days:${from}-${to}`], supportedKeys: days.flatMap((day) => createDayKeys(getNextWeekdays(today, day)).keys) }
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
    reason: 'term',
    requiresDigit: true,
    pattern: /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    parse: ([, year, month, day], { today }) =>
      createNumericDateKeys(today, undefined, getDatesInYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}(?<![\\d./-])(?:dia )?(\\d{1,2})([/.-])(\\d{1,2})(?:\\3(\\d{4}|\\d{2}))?(?![\\d/%]|[.,-]\\d)`,
      'g',
    ),
    parse: ([, weekday, day, sign, month, year], { today }) =>
      Number(month) > 12 || Number(day) > 31 || (sign !== '/' && !year)
        ? null
        : createNumericDateKeys(today, weekday, getDatesInYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    reason: 'term',
    precheck: DAY_NUMBER,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}\\b(?:dia )?(\\d{1,2}|primeiro)o?(?: de |/| )(${MONTH})\\b(?:(?: de |/)(\\d{4}))?`,
      'g',
    ),
    parse: ([, weekday, writtenDay, name, year], { today }) => {
      const day = writtenDay === 'primeiro' ? 1 : Number(writtenDay)
      return createNumericDateKeys(today, weekday, getDatesInYears(today, day, findMonth(name), year), day)
    },
  },
  {
    reason: 'term',
    requiresDigit: true,
    pattern: new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d/:.,-]\\d|\\d)`, 'g'),
    parse: ([, name, day], { today }) =>
      createNumericDateKeys(today, undefined, getDatesInYears(today, Number(day), findMonth(name), undefined), Number(day)),
  },
  {
    reason: 'term',
    precheck: DAY_NUMBER,
    pattern: new RegExp(
      `${WEEKDAY_BEFORE_DATE}\\bdias? (\\d{1,2}|primeiro)o?(?: (?:e|ou|a|ate) (?:o |dia )?(\\d{1,2}))?(?! ?h|[\\d:])`,
      'g',
    ),
    parse: ([, weekday, writtenDay, last], { today }) => {
      const days = [writtenDay === 'primeiro' ? 1 : Number(writtenDay), ...(last ? [Number(last)] : [])]
      const dayKeys = days.map((day, index) =>
        createNumericDateKeys(today, index === 0 ? weekday : undefined, getDatesInMonths(today, day), day),
      )
      // The pair has its own key, because source texts must contain both days.
      return last
        ? { keys: [`days:${days.join('+')}`], supportedKeys: dayKeys.flatMap(({ keys }) => keys) }
        : (dayKeys[0] ?? null)
    },
  },
  {
    reason: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY}) (?:a|ate|to) (?:a )?(${WEEKDAY})\\b`, 'g'),
    parse: ([, from, to], { today }) => createWeekdayRangeKeys(today, findWeekday(from), findWeekday(to)),
  },
  {
    reason: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY})\\b`, 'g'),
    parse: ([, name], { today, isSource }, before, after) => {
      if (WISH_BEFORE.test(before) || COUNTED_THING_AFTER.test(after)) return null
      const { keys, supportedKeys = [] } = createDayKeys(getNextWeekdays(today, findWeekday(name)))
      return { keys: isSource ? keys : [...keys, `weekday:${findWeekday(name)}`], supportedKeys }
    },
  },
  {
    reason: 'term',
    pattern: /\bdepois de amanha\b|\bday after tomorrow\b/g,
    parse: (_, { today }) => createDayKeys([addCivilDays(today, 2)]),
  },
  {
    reason: 'term',
    pattern: /\bamanha\b|\btomorrow\b|\bmanana\b/g,
    parse: (_, { today }) => createDayKeys([addCivilDays(today, 1)]),
  },
  {
    reason: 'term',
    pattern: /\bhoje\b|\btoday\b/g,
    parse: (_, { today, isSource }, before, after) => {
      const isCommitment = LIMIT_BEFORE.test(before) || CLOCK_WORD_AFTER.test(after)
      const isCasualMention = IN_A_QUESTION.test(after) || NO_TERM_BEFORE.test(before) || TEAM_WORD_AFTER.test(after)
      return isSource || isCommitment || !isCasualMention ? createDayKeys([today]) : null
    },
  },
  {
    reason: 'term',
    pattern: /\b(?:semana que vem|proxima semana|next week)\b/g,
    parse: (_, { today }) => createSingleKey(getWeekKey(addCivilDays(today, 7))),
  },
  { reason: 'term', pattern: /\b(?:n?ess?t?a semana|this week)\b/g, parse: (_, { today }) => createSingleKey(getWeekKey(today)) },
  {
    reason: 'term',
    pattern: /\b(?:fim|final) de semana\b|\bweekend\b/g,
    parse: (_, { today }, before) =>
      WISH_BEFORE.test(before) ? null : createDayKeys([...getNextWeekdays(today, 6), ...getNextWeekdays(today, 0)]),
  },
  {
    reason: 'term',
    pattern: /\b(?:mes que vem|proximo mes|next month)\b/g,
    parse: (_, { today }) => createSingleKey(getMonthKey(createCivilDay(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))),
  },
  {
    reason: 'term',
    pattern: new RegExp(
      `\\b(?:em|ate|para|pra|de|inicio de|comeco de|meados de|fim de|final de|mes de|partir de|in|by) (${MONTH})\\b`,
      'g',
    ),
    parse: ([, name]) => createSingleKey(`month:${findMonth(name) + 1}`),
  },
  {
    reason: 'term',
    pattern:
      /\b(?:fim|final|termino|comeco|inicio|meio|meados) d[oea] (?:mes|ano|dia|expediente|tarde|noite)\b|\b(?:primeiro|segundo|proximo|este|neste) (?:semestre|trimestre|bimestre)\b|\bproxim[oa]s (?:dias|semanas|meses|horas)\b|\bum dia (?:para|pro) o? ?outro\b|\bano que vem\b|\bproximo ano\b/g,
    // A question that proposes a part of the day is no claim: 'ou no fim da tarde?'.
    parse: ([matchedText = ''], { isSource }, _, after) =>
      !isSource && /tarde|noite/.test(matchedText) && IN_A_QUESTION.test(after) ? null : createSingleKey(`around:${matchedText}`),
  },
  {
    reason: 'term',
    pattern: /\b(?:natal|ano novo|reveillon|carnaval|pascoa|black friday|proximo feriado)\b/g,
    parse: ([matchedText = ''], _, before) => (WISH_BEFORE.test(before) ? null : createSingleKey(`feast:${matchedText}`)),
  },
]
