import { dayIn, type HeardDay } from '../hear/day.ts'
import { fold } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { type HeardHour, hourIn, isPast } from '../hear/hour.ts'
import { doesNotSay } from '../hear/intents.ts'
import { isOnlyWhen } from '../hear/when.ts'
import { cancelled, whenText } from './appointment.ts'
import { isClosedAt, isClosedOn, isUnusual, openDays, openSpans } from './open-hours.ts'
import { comma, fact, firstOf, type Talk, type Topic } from './playbook.ts'

/** Questions whose answer may name a day or an hour at once. */
const NEAR_A_DATE = new Set(['agrees', 'callBack', 'decision', 'another', 'day', 'hour', 'phone', 'email'])
/** Questions whose answer may be a day that nobody is to come on. */
const NEAR_ANOTHER_TIME = new Set(['since', 'timing'])

const hours = (talk: Talk) => talk.input.agent.brief?.hours ?? null

/** The day of a burst: what was written last counts. */
const dayOf = (lines: readonly Line[], { input }: Talk): HeardDay | null =>
  firstOf(lines.toReversed(), ({ folded }) => dayIn(folded, input.now, input.timeZone))
const hourOf = (lines: readonly Line[], answering: boolean): HeardHour | null =>
  firstOf(lines.toReversed(), ({ folded }) => hourIn(folded, answering))

const isAside = ({ folded }: Line): boolean => /\b(desde|ontem|faz|ha) \b/.test(folded)

/** A day and an hour by number in one breath: nobody says that but to meet. */
export const namesATime = (lines: readonly Line[], talk: Talk): boolean => {
  const said = lines.filter((line) => !line.isQuestion && !isAside(line))
  return dayOf(said, talk)?.kind === 'day' && hourOf(said, false)?.from != null
}

const speaksOfADate = (lines: readonly Line[], talk: Talk): boolean => {
  const { state, heard, input } = talk
  const { pending } = state
  if (['meeting', 'reschedule', 'cancel'].some((intent) => heard.intents.has(intent as 'cancel'))) return true
  if (NEAR_A_DATE.has(pending ?? '') || namesATime(lines, talk)) return true
  return !NEAR_ANOTHER_TIME.has(pending ?? '') && lines.some(({ folded }) => isOnlyWhen(folded, input.now, input.timeZone))
}

/** A date that is known already gives way only to one that is meant to replace it. */
const mayReplace = (lines: readonly Line[], { heard, input }: Talk): boolean =>
  heard.intents.has('reschedule') ||
  heard.intents.has('cancel') ||
  lines.some(
    ({ folded }) =>
      isOnlyWhen(folded, input.now, input.timeZone) || /\b(melhor|prefiro|muda\w*|troca\w*|na verdade|alias)\b/.test(folded),
  )

const keptHour = (talk: Talk): HeardHour | null => {
  const hour = fact(talk, 'hour')
  return hour === null ? null : hourIn(fold(hour), true)
}

/** 'No mesmo horário': the one that was called off. */
const sameHour = (lines: readonly Line[], talk: Talk): HeardHour | null => {
  const last = fact(talk, 'lastHour')
  return last !== null && lines.some(({ folded }) => /\bmesm[oa] hor(a|as|ario)\b/.test(folded)) ? hourIn(fold(last), true) : null
}

const takenBack = (talk: Talk): void => {
  const { facts } = talk.state
  facts.was ??= whenText(talk)
}

const noted = (_value: string, talk: Talk): readonly string[] => {
  if (fact(talk, 'day') === null) return []
  return fact(talk, 'was') && fact(talk, 'hour')
    ? [`Certo, mudei: ${whenText(talk)}.`, `Mudado: ${whenText(talk)}.`]
    : [`Anotei: ${whenText(talk)}.`, `Certo: ${whenText(talk)}.`]
}

interface Asking {
  readonly applies: (talk: Talk) => boolean
  readonly ask: (talk: Talk) => readonly string[]
}

/** More ways to ask, once a date was called off. */
const anew = (talk: Talk, ways: readonly string[], more: readonly string[]): readonly string[] =>
  (talk.state.used['more:day'] ?? 0) > 0 ? [...ways, ...more] : ways

/** The day of the next talk. A span like 'semana que vem' is kept and narrowed by one more question. */
export const dayTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'day',
  stage: 'agendamento',
  waiting: 'Aguardando melhor dia',
  applies: (talk) => (cancelled(talk) === null ? applies(talk) : fact(talk, 'another') === 'sim'),
  mayChange: true,
  ask: (talk) => {
    const [closed, span] = [fact(talk, 'closed'), fact(talk, 'span')]
    const open = hours(talk)
    if (closed && open)
      return [
        `Nesse dia (${closed}) a equipe não atende; atende ${openDays(open)}. Que outro dia fica bom?`,
        `A equipe não atende nesse dia (${closed}), só ${openDays(open)}. Qual desses dias serve pra você?`,
        `Não tem atendimento nesse dia (${closed}). Qual prefere, ${openDays(open)}?`,
        `Esse dia (${closed}) fica fora: a equipe atende ${openDays(open)}. Qual encaixa melhor?`,
      ]
    return span
      ? [
          `Combinado, ${span}. Que dia fica melhor?`,
          `Boa, ${span}. Qual dia encaixa melhor?`,
          `E ${span}, é melhor no começo ou no fim?`,
        ]
      : anew(talk, ask(talk), ['Pra qual dia a gente muda?', 'Qual seria o novo dia?'])
  },
  read: (lines, talk, answering) => {
    if (!speaksOfADate(lines, talk)) return null
    const { facts } = talk.state
    const known = fact(talk, 'day')
    if (known === null && cancelled(talk) === null && !applies(talk)) return null
    if (known !== null && !mayReplace(lines, talk)) return null
    const day = dayOf(lines, talk)
    if (day?.kind === 'vague') {
      if (cancelled(talk) !== null) facts.another = 'sim'
      if (facts.span === undefined || known !== null) {
        facts.span = day.text
        if (known !== null) delete facts.day
        talk.halfway = true
        return null
      }
      return day.text
    }
    if (day?.date && day.text !== known) {
      if (isClosedOn(hours(talk), day.date) && facts.closed !== day.text) {
        if (known !== null) takenBack(talk)
        facts.closed = day.text
        delete facts.day
        talk.state.concluded = false
        talk.halfway = true
        return null
      }
      if (known !== null) takenBack(talk)
      facts.date = day.date
      return day.text
    }
    if (day) return known ?? day.text
    if (!answering) return null
    const span = fact(talk, 'span')
    const half = firstOf(
      lines,
      (line) => /\b(comeco|inicio)\b/.exec(line.folded)?.[0] ?? /\b(fim|final|meio)\b/.exec(line.folded)?.[0] ?? null,
    )
    if (span && half)
      return `${half === 'comeco' || half === 'inicio' ? 'no começo' : half === 'meio' ? 'no meio' : 'no fim'} (${span})`
    return lines.some((line) => doesNotSay(line.folded)) && talk.state.asked.day !== 1 ? 'a combinar' : null
  },
  keep: (value, talk) => {
    for (const key of ['cancelled', 'another']) delete talk.state.facts[key]
    if (fact(talk, 'closed') !== value) delete talk.state.facts.closed
    talk.state.skipped = talk.state.skipped.filter((key) => key !== 'hour')
    const hour = keptHour(talk)
    const date = fact(talk, 'date')
    if (!hour || !date || isClosedOn(hours(talk), date) || !isClosedAt(hours(talk), date, hour)) return
    talk.state.facts.closedHour = hour.text
    delete talk.state.facts.hour
  },
  ack: noted,
})

/** The hour, on the day that was kept; an hour already past, or one when nobody is there, is asked again. */
export const hourTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'hour',
  stage: 'agendamento',
  waiting: 'Aguardando melhor horário',
  applies: (talk) => (applies(talk) || (talk.state.used['more:day'] ?? 0) > 0) && fact(talk, 'day') !== null,
  mayChange: true,
  ask: (talk) => {
    const [closed, date, open] = [fact(talk, 'closedHour'), fact(talk, 'date'), hours(talk)]
    if (closed && date && open && !isClosedOn(open, date))
      return [
        `Nesse horário (${closed}) a equipe não está; nesse dia atende ${openSpans(open, date)}. Qual fica bom?`,
        `A equipe não está nesse horário (${closed}); atende ${openSpans(open, date)}. Qual prefere?`,
        `Esse horário (${closed}) fica fora: nesse dia a equipe atende ${openSpans(open, date)}. Que horas serve?`,
        `Fora do atendimento (${closed}). Qual horário ${openSpans(open, date)} fica melhor?`,
      ]
    return fact(talk, 'tooLate') === null
      ? anew(talk, ask(talk), ['E o novo horário?', 'Que horas fica bom nesse dia?'])
      : [
          'Esse horário já passou por hoje. Qual outro fica bom?',
          `Hoje esse horário já foi${comma(talk)}. Pode ser um mais tarde?`,
          'Me diz um horário mais pra frente?',
        ]
  },
  read: (lines, talk, answering) => {
    const { now, timeZone } = talk.input
    const { facts } = talk.state
    if (!speaksOfADate(lines, talk)) return null
    const known = fact(talk, 'hour')
    if (known !== null && !mayReplace(lines, talk)) return null
    const hour = sameHour(lines, talk) ?? hourOf(lines, answering)
    if (!hour) return answering && lines.some((line) => doesNotSay(line.folded)) ? 'em horário a combinar' : null
    if (known === hour.text) return null
    if (isPast(fact(talk, 'date'), hour, now, timeZone)) {
      facts.tooLate = hour.text
      talk.halfway = true
      return null
    }
    const isShut = facts.date !== undefined && !isClosedOn(hours(talk), facts.date) && isClosedAt(hours(talk), facts.date, hour)
    if (isShut && facts.closedHour !== hour.text) {
      facts.closedHour = hour.text
      delete facts.hour
      talk.state.concluded = false
      talk.halfway = true
      return null
    }
    if (known !== null) takenBack(talk)
    delete facts.tooLate
    return hour.text
  },
  ack: noted,
})

/** What must be said with a date that the team may not be there for. */
export const caveat = (talk: Talk): string | null => {
  const [date, day, hour] = [fact(talk, 'date'), fact(talk, 'day'), fact(talk, 'hour')]
  if (!date || !day || cancelled(talk) !== null) return null
  const open = hours(talk)
  const isInsisted = isClosedOn(open, date) || (hour !== null && hour === fact(talk, 'closedHour'))
  if (isInsisted) return 'É fora do horário de atendimento, então depende de a equipe conseguir um encaixe.'
  if (!isUnusual(open, date, keptHour(talk)?.from ?? null)) return null
  return `Só preciso que a equipe confirme se atende ${day.startsWith('domingo') ? 'no domingo' : 'nesse horário'}.`
}
