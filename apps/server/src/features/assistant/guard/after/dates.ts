import { type CivilDay, civil, plusDays } from '../../understanding/day.ts'
import type { Claim, ClaimReader } from './claim.ts'

type Days = Omit<Claim, 'why'>

const iso = (day: CivilDay): string => day.toISOString().slice(0, 10)
const weekOf = (day: CivilDay): string => `week:${iso(plusDays(day, -((day.getUTCDay() + 6) % 7)))}`
const monthOf = (day: CivilDay): string => `month:${day.getUTCMonth() + 1}`

/** Returns keys for days that a text may mean. In the grounding they also support their weeks and months. */
const onDays = (days: readonly CivilDay[]): Days => ({
  keys: days.map((day) => `day:${iso(day)}`),
  grounds: days.flatMap((day) => [weekOf(day), monthOf(day)]),
})
const only = (key: string): Days => ({ keys: [key] })

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
const ofWeek = WEEKDAYS.map((names) => new RegExp(`^(?:${names})\\b`))
const indexOf = (name: string | undefined): number => ofWeek.findIndex((names) => names.test(name ?? ''))

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
const monthIn = (name: string | undefined): number => MONTHS.findIndex((names) => names.split('|').includes(name ?? ''))

/** Matches a weekday directly before its date: 'sexta-feira, dia 27'. */
const BEFORE = `(?:\\b(${WEEKDAY}),? \\(?)?`

const BY_NUMBER = /\d|primeiro/

/** Returns keys for a date given by number. If its weekday contradicts it, returns a key that no grounding contains. */
const dated = (today: CivilDay, weekday: string | undefined, days: readonly CivilDay[], day: number): Days => {
  const real = days.filter((tried) => tried.getUTCDate() === day)
  const fits = weekday ? real.filter((tried) => tried.getUTCDay() === indexOf(weekday)) : real
  if (fits.length === 0) return only('day:none')
  const ahead = fits.find((tried) => tried >= today)
  const { keys, grounds = [] } = onDays(fits)
  // A named date also supports its weekday: after '27/11', 'no domingo' may follow.
  return { keys, grounds: [...grounds, ...(ahead ? [`weekday:${ahead.getUTCDay()}`] : [])] }
}
const inYears = (today: CivilDay, day: number, month: number, year: string | undefined): CivilDay[] =>
  (year ? [Number(year.padStart(4, '20'))] : [0, 1].map((later) => today.getUTCFullYear() + later)).map((at) =>
    civil(at, month, day),
  )
const inMonths = (today: CivilDay, day: number): CivilDay[] =>
  [0, 1].map((later) => civil(today.getUTCFullYear(), today.getUTCMonth() + later, day))

/** Returns the days that a weekday may mean. 'Sexta' on a Friday may be today, and 'sexta que vem' the Friday after the next. */
const nextOnes = (today: CivilDay, weekday: number): CivilDay[] => {
  const ahead = (weekday - today.getUTCDay() + 7) % 7
  return [ahead, ahead + 7, ...(ahead === 0 ? [14] : [])].map((days) => plusDays(today, days))
}

/** Returns keys for a range like 'segunda a sexta'. In the grounding it also supports each of its days. */
export const span = (today: CivilDay, from: number, to: number): Days => {
  const days = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7)
  return { keys: [`days:${from}-${to}`], grounds: days.flatMap((day) => onDays(nextOnes(today, day)).keys) }
}

const WISHED = /\b(?:bom|boa|otim[oa]|excelente|feliz|lind[oa]|maravilhos[oa]|abencoad[oa]) (?:um |uma )?$/
const COUNTED = /^ (?:opcao|vez|parcela|unidade|via|filial|mao|quinzena|parte)\b/
const IN_A_QUESTION = /^[^.!]*\?/
const NO_TERM_BEFORE = /\b(?:de|por) $/
const LIMITS = /\b(?:ate|ainda|so|somente|apenas) (?:as \d+h? de )?$/
const BY_THE_CLOCK = /^ (?:mesmo|ainda|aas|as \d|ate|sem falta)\b/
const OF_THE_TEAM = /^ (?:em dia|eu|a equipe|o time|estou|estamos|nao)\b/

export const DATES: readonly ClaimReader[] = [
  {
    why: 'term',
    digits: true,
    pattern: /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?!\d)/g,
    read: ([, year, month, day], { today }) =>
      dated(today, undefined, inYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    why: 'term',
    digits: true,
    pattern: new RegExp(
      `${BEFORE}(?<![\\d./-])(?:dia )?(\\d{1,2})([/.-])(\\d{1,2})(?:\\3(\\d{4}|\\d{2}))?(?![\\d/%]|[.,-]\\d)`,
      'g',
    ),
    read: ([, weekday, day, sign, month, year], { today }) =>
      Number(month) > 12 || Number(day) > 31 || (sign !== '/' && !year)
        ? null
        : dated(today, weekday, inYears(today, Number(day), Number(month) - 1, year), Number(day)),
  },
  {
    why: 'term',
    needs: BY_NUMBER,
    pattern: new RegExp(`${BEFORE}\\b(?:dia )?(\\d{1,2}|primeiro)o?(?: de |/| )(${MONTH})\\b(?:(?: de |/)(\\d{4}))?`, 'g'),
    read: ([, weekday, written, name, year], { today }) => {
      const day = written === 'primeiro' ? 1 : Number(written)
      return dated(today, weekday, inYears(today, day, monthIn(name), year), day)
    },
  },
  {
    why: 'term',
    digits: true,
    pattern: new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?(?![\\d/:.,-]\\d|\\d)`, 'g'),
    read: ([, name, day], { today }) =>
      dated(today, undefined, inYears(today, Number(day), monthIn(name), undefined), Number(day)),
  },
  {
    why: 'term',
    needs: BY_NUMBER,
    pattern: new RegExp(`${BEFORE}\\bdias? (\\d{1,2}|primeiro)o?(?: (?:e|ou|a|ate) (?:o |dia )?(\\d{1,2}))?(?! ?h|[\\d:])`, 'g'),
    read: ([, weekday, written, last], { today }) => {
      const days = [written === 'primeiro' ? 1 : Number(written), ...(last ? [Number(last)] : [])]
      const each = days.map((day, index) => dated(today, index === 0 ? weekday : undefined, inMonths(today, day), day))
      // Both days must be supported, so the pair has a key of its own.
      return last ? { keys: [`days:${days.join('+')}`], grounds: each.flatMap(({ keys }) => keys) } : (each[0] ?? null)
    },
  },
  {
    why: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY}) (?:a|ate|to) (?:a )?(${WEEKDAY})\\b`, 'g'),
    read: ([, from, to], { today }) => span(today, indexOf(from), indexOf(to)),
  },
  {
    why: 'term',
    pattern: new RegExp(`\\b(${WEEKDAY})\\b`, 'g'),
    read: ([, name], { today, isSource }, before, after) => {
      if (WISHED.test(before) || COUNTED.test(after)) return null
      const { keys, grounds = [] } = onDays(nextOnes(today, indexOf(name)))
      return { keys: isSource ? keys : [...keys, `weekday:${indexOf(name)}`], grounds }
    },
  },
  { why: 'term', pattern: /\bdepois de amanha\b|\bday after tomorrow\b/g, read: (_, { today }) => onDays([plusDays(today, 2)]) },
  { why: 'term', pattern: /\bamanha\b|\btomorrow\b|\bmanana\b/g, read: (_, { today }) => onDays([plusDays(today, 1)]) },
  {
    why: 'term',
    pattern: /\bhoje\b|\btoday\b/g,
    read: (_, { today, isSource }, before, after) => {
      const binds = LIMITS.test(before) || BY_THE_CLOCK.test(after)
      const isTalk = IN_A_QUESTION.test(after) || NO_TERM_BEFORE.test(before) || OF_THE_TEAM.test(after)
      return isSource || binds || !isTalk ? onDays([today]) : null
    },
  },
  {
    why: 'term',
    pattern: /\b(?:semana que vem|proxima semana|next week)\b/g,
    read: (_, { today }) => only(weekOf(plusDays(today, 7))),
  },
  { why: 'term', pattern: /\b(?:n?ess?t?a semana|this week)\b/g, read: (_, { today }) => only(weekOf(today)) },
  {
    why: 'term',
    pattern: /\b(?:fim|final) de semana\b|\bweekend\b/g,
    read: (_, { today }, before) => (WISHED.test(before) ? null : onDays([...nextOnes(today, 6), ...nextOnes(today, 0)])),
  },
  {
    why: 'term',
    pattern: /\b(?:mes que vem|proximo mes|next month)\b/g,
    read: (_, { today }) => only(monthOf(civil(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))),
  },
  {
    why: 'term',
    pattern: new RegExp(
      `\\b(?:em|ate|para|pra|de|inicio de|comeco de|meados de|fim de|final de|mes de|partir de|in|by) (${MONTH})\\b`,
      'g',
    ),
    read: ([, name]) => only(`month:${monthIn(name) + 1}`),
  },
  {
    why: 'term',
    pattern:
      /\b(?:fim|final|termino|comeco|inicio|meio|meados) d[oea] (?:mes|ano|dia|expediente|tarde|noite)\b|\b(?:primeiro|segundo|proximo|este|neste) (?:semestre|trimestre|bimestre)\b|\bproxim[oa]s (?:dias|semanas|meses|horas)\b|\bum dia (?:para|pro) o? ?outro\b|\bano que vem\b|\bproximo ano\b/g,
    // A question may propose a part of the day: 'ou no fim da tarde?'
    read: ([found = ''], { isSource }, _, after) =>
      !isSource && /tarde|noite/.test(found) && IN_A_QUESTION.test(after) ? null : only(`around:${found}`),
  },
  {
    why: 'term',
    pattern: /\b(?:natal|ano novo|reveillon|carnaval|pascoa|black friday|proximo feriado)\b/g,
    read: ([found = ''], _, before) => (WISHED.test(before) ? null : only(`feast:${found}`)),
  },
]
