import { isRefused } from '../hear/civil-day.ts'
import type { HeardDay } from '../hear/day.ts'
import { fold } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { type HeardHour, hourIn, isPast } from '../hear/hour.ts'
import { doesNotSay, saysYes } from '../hear/intents.ts'
import { cancelled, takenBack, whenText } from './appointment.ts'
import { isClosedAt, isClosedOn, isUnusual, openDays, openSpans } from './open-hours.ts'
import { comma, fact, firstOf, type Talk, type Topic } from './playbook.ts'
import { isMoving } from './rebooking.ts'
import { dayOf, hourOf, isAside, mayReplace, speaksOfADate } from './settled-date.ts'
import { insteadOf, MOVED_TO_DAY, MOVED_TO_HOUR } from './when-questions.ts'

const hours = (talk: Talk) => talk.input.agent.brief?.hours ?? null

const keptHour = (talk: Talk): HeardHour | null => {
  const hour = fact(talk, 'hour')
  return hour === null ? null : hourIn(fold(hour), true)
}

/** 'No mesmo horário': the one that was called off. */
const sameHour = (lines: readonly Line[], talk: Talk): HeardHour | null => {
  const last = fact(talk, 'lastHour')
  return last !== null && lines.some(({ folded }) => /\bmesm[oa] hor(a|as|ario)\b/.test(folded)) ? hourIn(fold(last), true) : null
}

/** A yes to the one hour that was offered in the place of another. */
const offered = (lines: readonly Line[], talk: Talk, answering: boolean): HeardHour | null => {
  const hour = fact(talk, 'offered')
  return answering && hour !== null && lines.some(({ folded }) => saysYes(folded)) ? hourIn(fold(hour), true) : null
}

const noted = (_value: string, talk: Talk): readonly string[] => {
  if (fact(talk, 'day') === null) return []
  return fact(talk, 'was') && fact(talk, 'hour') && !isMoving(talk)
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

/** The date that stood is open again. */
const reopen = (talk: Talk): null => {
  if (fact(talk, 'day') !== null) takenBack(talk)
  for (const key of ['day', 'date']) delete talk.state.facts[key]
  talk.state.concluded = false
  talk.halfway = true
  return null
}

/** A day that there is not, or that is over: it is said, and another one is asked for. */
const refuseDay = (day: HeardDay, lines: readonly Line[], talk: Talk): null => {
  // 'Está assim desde 10/11' asks for nobody on that day.
  if (lines.some(isAside) && day.text !== 'ontem') return null
  const { facts, used } = talk.state
  facts[day.kind === 'none' ? 'noDay' : 'pastDay'] = day.text
  used['more:day'] = (used['more:day'] ?? 0) + 1
  return reopen(talk)
}

/** Keeps a span like 'semana que vem' until the day within it is named. */
const takeSpan = (day: HeardDay, talk: Talk): string | null => {
  const { facts } = talk.state
  if (cancelled(talk) !== null) facts.another = 'sim'
  if (facts.span !== undefined && facts.day === undefined) return day.text
  facts.span = day.text
  delete facts.day
  talk.halfway = true
  return null
}

/** The day that was named, as it is kept; null where it must be asked again. */
const takeDay = (day: HeardDay, lines: readonly Line[], talk: Talk): string | null => {
  const { facts } = talk.state
  const known = fact(talk, 'day')
  for (const key of ['noDay', 'pastDay']) delete facts[key]
  if (isRefused(day.kind)) return refuseDay(day, lines, talk)
  if (day.kind === 'vague') return takeSpan(day, talk)
  if (!day.date || day.text === known) return known ?? day.text
  if (isClosedOn(hours(talk), day.date) && facts.closed !== day.text) {
    facts.closed = day.text
    return reopen(talk)
  }
  if (known !== null) takenBack(talk)
  facts.date = day.date
  return day.text
}

/** The day of the next talk. A span like 'semana que vem' is kept and narrowed by one more question. */
export const dayTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'day',
  stage: 'agendamento',
  waiting: 'Aguardando melhor dia',
  applies: (talk) => isMoving(talk) || (cancelled(talk) === null ? applies(talk) : fact(talk, 'another') === 'sim'),
  mayChange: true,
  ask: (talk) => {
    const [closed, span, none, past] = ['closed', 'span', 'noDay', 'pastDay'].map((key) => fact(talk, key))
    const open = hours(talk)
    if (none) return insteadOf(none, 'none')
    if (past) return insteadOf(past, 'past')
    if (isMoving(talk) && !span && !closed) return MOVED_TO_DAY
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
    const known = fact(talk, 'day')
    if (known === null && cancelled(talk) === null && !isMoving(talk) && !applies(talk)) return null
    if (known !== null && !mayReplace(lines, talk)) return null
    const day = dayOf(lines, talk)
    if (day) return takeDay(day, lines, talk)
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
    for (const key of ['cancelled', 'another', 'noDay', 'pastDay']) delete talk.state.facts[key]
    if (fact(talk, 'closed') !== value) delete talk.state.facts.closed
    talk.state.skipped = talk.state.skipped.filter((key) => key !== 'hour')
    const hour = keptHour(talk)
    const date = fact(talk, 'date')
    if (hour && isPast(date, hour, talk.input.now, talk.input.timeZone)) {
      talk.state.facts.tooLate = hour.text
      delete talk.state.facts.hour
      return
    }
    if (!hour || !date || isClosedOn(hours(talk), date) || !isClosedAt(hours(talk), date, hour)) return
    talk.state.facts.closedHour = hour.text
    delete talk.state.facts.hour
  },
  ack: noted,
})

/** The hour, on the day that was kept; one that is past, that no clock has, or when nobody is there, is asked again. */
export const hourTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'hour',
  stage: 'agendamento',
  waiting: 'Aguardando melhor horário',
  applies: (talk) => (isMoving(talk) || applies(talk) || (talk.state.used['more:day'] ?? 0) > 0) && fact(talk, 'day') !== null,
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
    const none = fact(talk, 'noHour')
    if (none)
      return [
        `${none} eu não achei no relógio. 😊 Que horas fica bom?`,
        `Esse horário (${none}) não existe. Qual você quis dizer?`,
        `Não entendi o horário (${none}). Pode ser de 0h a 23h?`,
      ]
    if (isMoving(talk) && fact(talk, 'tooLate') === null) return MOVED_TO_HOUR
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
    const hour = sameHour(lines, talk) ?? hourOf(lines, answering) ?? offered(lines, talk, answering)
    if (!hour) return answering && lines.some((line) => doesNotSay(line.folded)) ? 'em horário a combinar' : null
    if (known === hour.text) return null
    for (const key of ['noHour', 'tooLate']) delete facts[key]
    if (hour.isNone || isPast(fact(talk, 'date'), hour, now, timeZone)) {
      facts[hour.isNone ? 'noHour' : 'tooLate'] = hour.text
      if (known !== null) takenBack(talk)
      delete facts.hour
      talk.state.concluded = false
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
