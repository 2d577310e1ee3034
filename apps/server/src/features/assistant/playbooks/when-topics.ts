import { doesNotSay } from '../hear/intents.ts'
import { dayIn, hourIn, isPast } from '../hear/when.ts'
import { comma, fact, firstOf, type Talk, type Topic } from './playbook.ts'

/** 'terça, 24/11, às 15h', out of the day and the hour that were kept. */
export const whenText = (talk: Talk): string => {
  const day = fact(talk, 'day')
  const hour = fact(talk, 'hour')
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** Questions whose answer may name a day or an hour at once. */
const NEAR_A_DATE = new Set(['agrees', 'callBack', 'decision', 'day', 'hour', 'phone', 'email'])

const speaksOfADate = (talk: Talk): boolean =>
  NEAR_A_DATE.has(talk.state.pending ?? '') || talk.heard.intents.has('meeting') || talk.heard.intents.has('reschedule')

/** More ways to ask, once a date was called off. */
const anew = (talk: Talk, ways: readonly string[], more: readonly string[]): readonly string[] =>
  (talk.state.used.rebook ?? 0) > 0 ? [...ways, ...more] : ways

interface Asking {
  readonly applies: (talk: Talk) => boolean
  readonly ask: (talk: Talk) => readonly string[]
}

/** The day of the next talk. A span like 'semana que vem' is kept and narrowed by one more question. */
export const dayTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'day',
  stage: 'agendamento',
  waiting: 'Aguardando melhor dia',
  applies,
  ask: (talk) => {
    const span = fact(talk, 'span')
    return span
      ? [
          `Combinado, ${span}. Que dia fica melhor?`,
          `Boa, ${span}. Qual dia encaixa melhor?`,
          `E ${span}, é melhor no começo ou no fim?`,
        ]
      : anew(talk, ask(talk), ['Pra qual dia a gente muda?', 'Qual seria o novo dia?'])
  },
  read: (lines, talk, answering) => {
    const { now, timeZone } = talk.input
    if (!speaksOfADate(talk)) return null
    const day = firstOf(lines, (line) => dayIn(line.folded, now, timeZone))
    if (day?.kind === 'vague') {
      if (talk.state.facts.span === undefined) {
        talk.state.facts.span = day.text
        talk.halfway = true
        return null
      }
      return day.text
    }
    if (day) {
      talk.state.facts.date = day.date ?? ''
      return day.text
    }
    if (!answering) return null
    const span = fact(talk, 'span')
    const half = firstOf(
      lines,
      (line) => /\b(comeco|inicio)\b/.exec(line.folded)?.[0] ?? /\b(fim|final|meio)\b/.exec(line.folded)?.[0] ?? null,
    )
    if (span && half)
      return `${half === 'comeco' || half === 'inicio' ? 'no começo' : half === 'meio' ? 'no meio' : 'no fim'} (${span})`
    return lines.some((line) => doesNotSay(line.folded) || /\b(ok|sim|pode ser)\b/.test(line.folded)) &&
      talk.state.asked.day !== 1
      ? 'a combinar'
      : null
  },
})

/** The hour, on the day that was kept; an hour already past is asked again. */
export const hourTopic = ({ applies, ask }: Asking): Topic => ({
  key: 'hour',
  stage: 'agendamento',
  waiting: 'Aguardando melhor horário',
  applies: (talk) => applies(talk) && fact(talk, 'day') !== null,
  ask: (talk) =>
    fact(talk, 'tooLate') === null
      ? anew(talk, ask(talk), ['E o novo horário?', 'Que horas fica bom nesse dia?'])
      : [
          'Esse horário já passou por hoje. Qual outro fica bom?',
          `Hoje esse horário já foi${comma(talk)}. Pode ser um mais tarde?`,
          'Me diz um horário mais pra frente?',
        ],
  read: (lines, talk, answering) => {
    const { now, timeZone } = talk.input
    if (!speaksOfADate(talk)) return null
    const hour = firstOf(lines, (line) => hourIn(line.folded, answering))
    if (!hour) return answering && lines.some((line) => doesNotSay(line.folded)) ? 'em horário a combinar' : null
    if (isPast(fact(talk, 'date'), hour, now, timeZone)) {
      talk.state.facts.tooLate = hour.text
      talk.halfway = true
      return null
    }
    delete talk.state.facts.tooLate
    return hour.text
  },
})
