import { TZDate } from '@date-fns/tz'
import { addDays, format, isValid, nextDay } from 'date-fns'
import { ptBR } from 'date-fns/locale/pt-BR'

/** A day as people write it. `any`: every day suits; `vague`: a span that still needs a day. */
export interface HeardDay {
  readonly kind: 'day' | 'any' | 'vague'
  /** What the agent writes back: 'terça, 24/11', 'qualquer dia', 'na semana que vem'. */
  readonly text: string
  /** The civil day, `yyyy-MM-dd`, when it is one. */
  readonly date: string | null
}

const WEEKDAYS: ReadonlyArray<readonly [RegExp, 0 | 1 | 2 | 3 | 4 | 5 | 6]> = [
  [/\b(domingo|dom)\b/, 0],
  [/\b(segunda-feira|segunda feira|segunda|seg|2a feira)\b(?! (opcao|vez|parcela|unidade|via|filial))/, 1],
  [/\b(terca-feira|terca feira|terca|tersa|ter|3a feira)\b(?! (parte|opcao|vez))/, 2],
  [/\b(quarta-feira|quarta feira|quarta|qua|4a feira)\b(?! (parte|vez))/, 3],
  [/\b(quinta-feira|quinta feira|quinta|qinta|qui|5a feira)\b/, 4],
  [/\b(sexta-feira|sexta feira|sexta|sesta|sex|6a feira)\b/, 5],
  [/\b(sabado|sab)\b/, 6],
]

const shown = (date: TZDate): HeardDay => ({
  kind: 'day',
  text: `${format(date, 'EEEE', { locale: ptBR }).replace('-feira', '')}, ${format(date, 'dd/MM')}`,
  date: format(date, 'yyyy-MM-dd'),
})

/** 'dia 25', '25/11', '25/11/2026': the next such day. */
const numbered = (text: string, today: TZDate): TZDate | null => {
  const slashed = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?\b/.exec(text)
  const alone = /\bdia (\d{1,2})\b/.exec(text)
  const day = Number(slashed?.[1] ?? alone?.[1])
  if (!day || day > 31) return null
  const month = slashed ? Number(slashed[2]) - 1 : today.getMonth()
  const year = slashed?.[3] ? Number(slashed[3].padStart(4, '20')) : today.getFullYear()
  const tries = slashed
    ? [new TZDate(year, month, day, today.timeZone), new TZDate(year + 1, month, day, today.timeZone)]
    : [0, 1, 2].map((later) => new TZDate(year, month + later, day, today.timeZone))
  return tries.find((date) => isValid(date) && date.getDate() === day && date >= today) ?? null
}

/** The day that a folded line speaks of. */
export const dayIn = (folded: string, now: Date, timeZone: string): HeardDay | null => {
  const zoned = new TZDate(now.getTime(), timeZone)
  const today = new TZDate(zoned.getFullYear(), zoned.getMonth(), zoned.getDate(), timeZone)
  if (/\bdepois de amanha\b/.test(folded)) return shown(addDays(today, 2))
  if (/\bamanha\b/.test(folded)) return shown(addDays(today, 1))
  const date = numbered(folded, today)
  if (date) return shown(date)
  const weekday = WEEKDAYS.find(([pattern]) => pattern.test(folded))
  if (weekday) {
    const next = nextDay(today, weekday[1])
    const later =
      /\b(semana que vem|proxima semana|outra semana|da outra)\b/.test(folded) &&
      weekday[1] > today.getDay() &&
      today.getDay() !== 0
    return shown(later ? addDays(next, 7) : next)
  }
  if (/\bhoje\b|\bagora\b|\bainda hoje\b/.test(folded)) return shown(today)
  if (/\b(qualquer dia|todo dia|todos os dias|qualquer um|tanto faz|voce escolhe|voces escolhem|o que for melhor)\b/.test(folded))
    return { kind: 'any', text: 'qualquer dia', date: null }
  if (/\b(semana que vem|proxima semana)\b/.test(folded)) return { kind: 'vague', text: 'na semana que vem', date: null }
  if (/\b(fim de semana|final de semana)\b/.test(folded)) return { kind: 'vague', text: 'no fim de semana', date: null }
  if (/\b(essa|esta|nesta|nessa) semana\b/.test(folded)) return { kind: 'vague', text: 'nesta semana', date: null }
  if (/\b(mes que vem|proximo mes)\b/.test(folded)) return { kind: 'vague', text: 'no mês que vem', date: null }
  return null
}

/** An hour or a part of the day. `from`: minutes after midnight, when it names an hour. */
export interface HeardHour {
  readonly text: string
  readonly from: number | null
}

const clock = (minutes: number): string => {
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

const SPELLED: Readonly<Record<string, number>> = {
  uma: 1,
  duas: 2,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
}
const spelled = Object.keys(SPELLED).join('|')

/** Minutes after midnight; an early hour with 'da tarde' or 'da noite', or a bare 1 to 6, is after noon. */
const toMinutes = (hour: number, minute: number, folded: string): number | null => {
  if (hour > 23 || minute > 59) return null
  const afternoon = /\bd?[ae] ?(tarde|noite)\b/.test(folded) && hour < 12
  const bareEarly = hour >= 1 && hour <= 6 && !/\b(manha|madrugada)\b/.test(folded.replace(/\bamanha\b/g, ''))
  return (hour + (afternoon || bareEarly ? 12 : 0)) * 60 + minute
}

/** The hour that a folded line speaks of. `answering`: the agent just asked for it, so a bare number is an hour. */
export const hourIn = (folded: string, answering: boolean): HeardHour | null => {
  const text = folded.replace(/\b\d{1,2}\/\d{1,2}(\/\d{2,4})?\b|\bdia \d{1,2}\b|\bdepois de amanha\b|\bamanha\b/g, ' ')
  if (/\bmeio[- ]dia\b/.test(text)) return { text: '12h', from: 720 }
  const number = `(\\d{1,2}|${spelled})`
  const between = new RegExp(`\\b(?:entre|das?) (?:as )?${number}(?: ?h| ?horas)? (?:e|as|a|ate) (?:as )?${number}\\b`).exec(text)
  const value = (word: string | undefined) => SPELLED[word ?? ''] ?? Number(word)
  if (between) {
    const [from, to] = [toMinutes(value(between[1]), 0, text), toMinutes(value(between[2]), 0, text)]
    if (from !== null && to !== null && from < to) return { text: `entre ${clock(from)} e ${clock(to)}`, from }
  }
  const exact =
    /\b(\d{1,2}) ?(?:h|:|horas)(?: ?e)? ?([0-5]\d)?\b/.exec(text) ??
    new RegExp(`\\b(?:as|para as|pelas|umas|depois das|apos as|a partir das|ate as|antes das) ${number}(?: e (meia))?\\b`).exec(
      text,
    ) ??
    new RegExp(`\\b${number}(?: e (meia))? (?:horas|da manha|da tarde|da noite)\\b`).exec(text) ??
    (answering ? new RegExp(`^(?:pode ser |umas |la para |acho que )?${number}(?: e (meia))?$`).exec(text.trim()) : null)
  if (exact) {
    const minutes = toMinutes(value(exact[1]), exact[2] === 'meia' ? 30 : Number(exact[2] ?? 0), text)
    if (minutes === null) return null
    if (/\b(depois das|apos as|a partir das)\b/.test(text)) return { text: `a partir das ${clock(minutes)}`, from: minutes }
    if (/\b(ate as|antes das)\b/.test(text)) return { text: `até as ${clock(minutes)}`, from: null }
    return { text: clock(minutes), from: minutes }
  }
  if (/\b(de|pela|na|da) manha\b|^manha\b|\bmanhazinha\b|\bcedo\b/.test(text)) return { text: 'de manhã', from: null }
  if (/\b(de|a|pela|na|da) (tarde|tardinha)\b|^tarde\b|\bdepois do almoco\b/.test(text)) return { text: 'à tarde', from: null }
  if (/\b(final|fim) (do dia|da tarde)\b/.test(text)) return { text: 'no fim da tarde', from: null }
  if (/\b(de|a|pela|na|da) noite\b|^noite\b/.test(text)) return { text: 'à noite', from: null }
  if (/\b(qualquer (horario|horas|um)|tanto faz|voce escolhe|o dia todo|livre)\b/.test(text))
    return { text: 'em qualquer horário', from: null }
  return null
}

/** True when the hour of that day is already past in the lead's time zone. */
export const isPast = (day: string | null, hour: HeardHour, now: Date, timeZone: string): boolean => {
  const zoned = new TZDate(now.getTime(), timeZone)
  return day === format(zoned, 'yyyy-MM-dd') && hour.from !== null && hour.from <= zoned.getHours() * 60 + zoned.getMinutes()
}

/** 'Bom dia', 'Boa tarde' or 'Boa noite', by the clock of the time zone. */
export const greetingAt = (now: Date, timeZone: string): string => {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  if (hour >= 5 && hour < 12) return 'bom dia'
  return hour >= 12 && hour < 18 ? 'boa tarde' : 'boa noite'
}
