import { TZDate } from '@date-fns/tz'
import { type CivilDay, civil, inMonth, inYear, isRefused, plusDays, type Refused, shownDay } from './civil-day.ts'
import { withoutFarewells } from './farewell.ts'
import { type Mention, meant, mentionsOf } from './mentions.ts'
import { NUMBER_WORDS } from './number-words.ts'

/**
 * A day as people write it. `any`: every day suits; `vague`: a span that still needs a day; `none` and `past`: one that there is not, or no
 * more. These stand for what was written, so that nothing else is read out of it.
 */
export interface NamedDay {
  readonly kind: 'day' | 'any' | 'vague' | Refused
  /** What the agent writes back: 'terça, 24/11', 'qualquer dia', 'na semana que vem', 'o dia 30/02'. */
  readonly text: string
  /** The civil day, `yyyy-MM-dd`, when it is one. */
  readonly date: string | null
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** 'Terça', 'terça-feira', '3ª feira', '3ª às 15h'; never before the words of `never`: 'segunda via'. */
const weekdayNamed = (names: string, number: number, never = 'vez'): RegExp => {
  const [name] = names.split('|')
  const counted = `${number}a(?:[- ]?feira|(?= (?:as|de manha|de tarde|a tarde|a noite)\\b))`
  return new RegExp(`\\b(?:${name}[- ]feira|${names}|${counted})\\b(?! (?:${never}))`, 'g')
}

const WEEKDAYS: ReadonlyArray<readonly [RegExp, Weekday]> = [
  [/\b(domingo|dom)\b(?! pedro| casmurro)/g, 0],
  [weekdayNamed('segunda|seg', 2, 'opcao|vez|parcela|unidade|via|filial|mao|quinzena'), 1],
  [weekdayNamed('terca|tersa', 3, 'parte|opcao|vez'), 2],
  [/(?:^|\bna )ter\b(?= ?$| ?,| as| \d| de (manha|tarde))/g, 2],
  [weekdayNamed('quarta|qua', 4, 'parte|vez'), 3],
  [weekdayNamed('quinta|qinta|qui', 5), 4],
  [weekdayNamed('sexta|sesta|sex', 6), 5],
  [/\b(sabado|sab)\b/g, 6],
]

/** Nearly every line names no day: this spares them the reading. */
const NAMES_A_DAY =
  /\d|\b(amanha|hoje|ontem|daqui|primeiro|agora|dom|seg|ter|tersa|qua|qui|qinta|sex|sesta|sab|semana|mes|dias?|tanto faz|qualquer|voces?|o que for|domingo|segunda|terca|quarta|quinta|sexta|sabado)\b/

const MONTHS = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const OF_MONTH = new RegExp(`\\b(?:dia )?(\\d{1,2}|primeiro)o? de (${MONTHS.join('|')})\\b`, 'g')
const DAY_OF_THE_MONTH =
  /\b(?:dia (\d{1,2}|primeiro)o?,?(?: (?:d[oe]|n[oe]|deste|desse|neste|nesse|este|esse))*|(\d{1,2})(?: (?:do|deste|desse))+) (proximo mes|outro mes|mes que vem|mes seguinte|mes)\b/g
const MONTH_AND_ITS_DAY = /\b(mes que vem|proximo mes),? (?:no )?dia (\d{1,2}|primeiro)\b/g

const IN_SO_LONG = new RegExp(
  `\\bdaqui (?:h?a |uns |umas |mais )*(\\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')}) (dias?|semanas?)\\b`,
  'g',
)

const shown = (day: CivilDay): NamedDay => ({ kind: 'day', ...shownDay(day) })
const settled = (day: CivilDay | Refused, today: CivilDay, written: string): NamedDay =>
  isRefused(day) ? { kind: day, text: `o dia ${written}`, date: null } : { kind: 'day', ...shownDay(day, today) }

const span =
  (text: string, kind: NamedDay['kind'] = 'vague') =>
  (): NamedDay => ({ kind, text, date: null })

/** Every day that a folded line names. */
export const daysIn = (folded: string, now: Date, timeZone: string): Mention<NamedDay>[] => {
  if (!NAMES_A_DAY.test(folded)) return []
  const zoned = new TZDate(now.getTime(), timeZone)
  const today = civil(zoned.getFullYear(), zoned.getMonth(), zoned.getDate())
  // Signs of order are letters of their own; what is no date keeps its room.
  const text = withoutFarewells(folded).replaceAll('ª', 'a').replaceAll('º', 'o')
  const isNextWeek = /\b(semana que vem|proxima semana|outra semana|da outra)\b/.test(folded)
  const weekday = (index: Weekday) => (): NamedDay => {
    const weekdayNow = today.getUTCDay()
    const ahead = (index - weekdayNow + 7) % 7 || 7
    const skips = isNextWeek && index > weekdayNow && weekdayNow !== 0
    return shown(plusDays(today, ahead + (skips ? 7 : 0)))
  }
  const ofMonth = (day: string | undefined, month: string | undefined): NamedDay => {
    const number = day === 'primeiro' ? 1 : Number(day)
    const later = /que vem|proximo|outro|seguinte/.test(month ?? '') ? 1 : 0
    return settled(inMonth(today, number, [later]), today, String(number))
  }
  return mentionsOf<NamedDay>(text, [
    [/\bdepois de amanha\b/g, () => shown(plusDays(today, 2))],
    [/\bamanha\b/g, () => shown(plusDays(today, 1))],
    [
      IN_SO_LONG,
      ([, count, unit]) =>
        settled(plusDays(today, (NUMBER_WORDS[count ?? ''] ?? Number(count)) * (unit?.startsWith('semana') ? 7 : 1)), today, ''),
    ],
    [
      /\b(dia )?(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?\b/g,
      ([, named, day, month, year]) =>
        named || Number(month) < 13
          ? settled(
              inYear(today, Number(day), Number(month) - 1, year ? Number(year.padStart(4, '20')) : null),
              today,
              [day, month, year].filter(Boolean).join('/'),
            )
          : null,
    ],
    [
      OF_MONTH,
      ([, written, name]) => {
        const [day, month] = [written === 'primeiro' ? 1 : Number(written), MONTHS.indexOf(name ?? '')]
        return settled(inYear(today, day, month, null), today, `${day}/${String(month + 1).padStart(2, '0')}`)
      },
    ],
    [DAY_OF_THE_MONTH, ([, named, day, month]) => ofMonth(named ?? day, month)],
    [MONTH_AND_ITS_DAY, ([, month, day]) => ofMonth(day, month)],
    [
      /\bdia (\d{1,2}|primeiro)o?\b(?! ?h)/g,
      ([, day]) => settled(inMonth(today, day === 'primeiro' ? 1 : Number(day), [0, 1, 2]), today, day ?? ''),
    ],
    [/\bontem(?= (?:as|pelas) \d)/g, span('ontem', 'past')],
    ...WEEKDAYS.map(([pattern, index]) => [pattern, weekday(index)] as const),
    [/\b(hoje|ainda hoje|(?:pode ser|tem que ser|liga\w*|ja) agora)\b|^agora( mesmo)?$/g, () => shown(today)],
    [
      /\b(qualquer dia|todo dia|todos os dias|qualquer um|tanto faz|(voce|voces) (que )?(escolhem?|sabem?)|o que for melhor)\b/g,
      span('qualquer dia', 'any'),
    ],
    [/\b(semana que vem|proxima semana)\b/g, span('na semana que vem')],
    [/\b(fim|final) de semana\b/g, span('no fim de semana')],
    [/\b(essa|esta|nesta|nessa) semana\b/g, span('nesta semana')],
    [/\b(mes que vem|proximo mes)\b/g, span('no mês que vem')],
  ])
}

/** The day that a folded line is for; of a day and its week, the day. One that there is not counts where no other is named. */
export const dayIn = (folded: string, now: Date, timeZone: string): NamedDay | null => {
  const mentions = daysIn(folded, now, timeZone)
  const exact = mentions.filter(({ value }) => value.kind === 'day')
  const refused = mentions.filter(({ value }) => isRefused(value.kind))
  return (
    meant(folded, exact) ??
    meant(folded, refused) ??
    meant(
      folded,
      mentions.filter((mention) => !exact.includes(mention)),
    )
  )
}
