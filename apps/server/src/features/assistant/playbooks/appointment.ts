import { dayIn, daysIn } from '../hear/day.ts'
import { hourIn } from '../hear/hour.ts'
import { saysNo, saysYes } from '../hear/intents.ts'
import { type Conclusion, comma, fact, type Talk, type Topic } from './playbook.ts'
import { reasonOf } from './react.ts'

/** 'terça, 24/11, às 15h', out of the day and the hour that were kept. */
export const whenText = (talk: Talk): string => {
  const day = fact(talk, 'day')
  const hour = fact(talk, 'hour')
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** What was agreed with somebody else: only the team can take it back. */
const ELSEWHERE = 'o que estava marcado'

/** Late, and still coming: 'tive um imprevisto, vou me atrasar' calls nothing off. */
export const runsLate = ({ heard }: Talk): boolean =>
  heard.intents.has('late') &&
  !heard.intents.has('reschedule') &&
  !heard.lines.some(({ folded }) => /\b(desmarc|cancel)/.test(folded))

/** What was called off, until there is a new day. */
export const cancelled = (talk: Talk): string | null => fact(talk, 'cancelled')

/** A day or an hour is named. */
export const namesWhen = ({ heard, input }: Talk): boolean =>
  heard.lines.some(({ folded }) => dayIn(folded, input.now, input.timeZone) !== null || hourIn(folded, false) !== null)

/** 'Sábado não dá' said of the Saturday that stands. */
export const refusesDay = (talk: Talk): boolean => {
  const stands = fact(talk, 'day')
  const { input, heard } = talk
  return heard.lines.some(
    ({ folded }) =>
      dayIn(folded, input.now, input.timeZone) === null &&
      daysIn(folded, input.now, input.timeZone).some(({ value }) => value.text === stands),
  )
}

/** Another appointment than the one that stands here: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (talk: Talk): boolean => {
  const { input, heard } = talk
  const stands = fact(talk, 'day')
  const days = heard.lines.flatMap(({ folded }) => daysIn(folded, input.now, input.timeZone)).map(({ value }) => value.text)
  return days.length > 0 && !days.includes(stands ?? '')
}

const PROPOSES = /\b(pode(mos)? ser|para|melhor|mas|so|marca\w*|remarca\w*|prefiro|que tal|da para)\b/

/** 'Não vou poder ir sábado' names the old day; 'não posso sábado, pode ser domingo?' a new one. */
const proposesAnother = (talk: Talk): boolean => {
  const { input, heard } = talk
  const dayNow = fact(talk, 'day')
  return heard.lines.some(({ folded }) => {
    const day = dayIn(folded, input.now, input.timeZone)
    return PROPOSES.test(folded) && (day === null ? hourIn(folded, false) !== null : day.text !== dayNow)
  })
}

/** What was agreed falls, and no other date is named in the same breath. */
export const callsOff = (talk: Talk): boolean => {
  const { intents } = talk.heard
  if (cancelled(talk) !== null) return false
  const stands = fact(talk, 'day') !== null
  if (intents.has('cancel')) return !(stands && (intents.has('reschedule') || proposesAnother(talk)))
  return intents.has('cancelIt') && stands
}

/** Forgets day and hour, so that they are asked anew in words not used yet. */
export const forgetDate = ({ state }: Talk): void => {
  if (state.facts.hour !== undefined) state.facts.lastHour = state.facts.hour
  for (const key of ['day', 'hour', 'date', 'span', 'tooLate', 'closed', 'closedHour', 'another']) delete state.facts[key]
  state.skipped = state.skipped.filter((key) => key !== 'day' && key !== 'hour')
  for (const key of ['day', 'hour', 'another']) state.used[`more:${key}`] = (state.used[`more:${key}`] ?? 0) + 2
  state.concluded = false
}

/** Takes the date back and says so, to the lead and to the team: calendars are theirs. */
export const callOff = (talk: Talk): { readonly said: string; readonly reason: string } => {
  const when = namesAnotherDay(talk) ? '' : whenText(talk)
  if (when) forgetDate(talk)
  talk.state.pending = null
  talk.state.facts.cancelled = when || ELSEWHERE
  talk.halfway = true
  return when
    ? {
        said: `Tudo bem${comma(talk)}, valeu por avisar. Cancelei por aqui o que estava anotado (${when}) e avisei a equipe.`,
        reason: reasonOf(`Lead cancelou: ${when}. Tirar da agenda`),
      }
    : {
        said: `Tudo bem${comma(talk)}, valeu por avisar. Já pedi pra equipe cancelar o que estava marcado e te confirmar por aqui.`,
        reason: reasonOf(`Lead quer cancelar o que estava marcado: “${talk.heard.quote}”`),
      }
}

/** Another day, after one was called off. */
export const another: Topic = {
  key: 'another',
  stage: 'agendamento',
  waiting: 'Cancelou; aguardando nova data',
  applies: (talk) => cancelled(talk) !== null,
  mayChange: true,
  ask: () => [
    'Quer marcar outro dia?',
    'Prefere já escolher um novo dia ou deixar pra depois?',
    'Quer que eu anote uma nova data?',
    'Marcamos pra outro dia?',
  ],
  read: (lines, talk, answering) => {
    if (cancelled(talk) === null) return null
    if (lines.some(({ intents }) => intents.has('meeting') || intents.has('reschedule'))) return 'sim'
    if (!answering) return null
    if (lines.some(({ folded }) => saysNo(folded) || /\b(depois|deixa|mais para frente|outra hora|vejo|aviso)\b/.test(folded)))
      return 'não'
    return lines.some(({ folded }) => saysYes(folded)) ? 'sim' : null
  },
}

/** The end after a date was called off and no other was wanted. */
export const endOfCancelled = (talk: Talk): Conclusion => ({
  replies: [
    `Sem problema${comma(talk)}: ${cancelled(talk) === ELSEWHERE ? 'a equipe te confirma o cancelamento' : 'fica cancelado, e a equipe já sabe'}. Quando quiser marcar de novo, é só me chamar por aqui.`,
  ],
  stage: 'agendamento',
  status: `Cancelou: ${cancelled(talk)}`.slice(0, 60),
  attention: `Lead cancelou: ${cancelled(talk)}; por ora sem nova data`,
})
