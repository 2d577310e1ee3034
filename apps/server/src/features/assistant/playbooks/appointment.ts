import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { dayIn, daysIn } from '../hear/day.ts'
import { hourIn } from '../hear/hour.ts'
import { saysNo, saysYes } from '../hear/intents.ts'
import { momentText } from '../model/hours.ts'
import { localTime } from '../model/local-time.ts'
import type { Meeting } from '../turn.ts'
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

/** The one meeting of the calendar that is spoken of: on the day that is named, else the only one there is. */
const meetingMeant = ({ input, heard }: Talk): Meeting | null => {
  const { meetings = [], now, timeZone } = input
  const named = heard.lines.flatMap(({ folded }) => daysIn(folded, now, timeZone)).flatMap(({ value }) => value.date ?? [])
  const dayOf = ({ start }: Meeting) => format(new TZDate(start, timeZone), 'yyyy-MM-dd')
  const meant = named.length === 0 ? meetings : meetings.filter((meeting) => named.includes(dayOf(meeting)))
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/** Moves the lead's meeting to the new time, where it has one meeting and named an hour; anything less clear is left to the team. */
export const moveMeeting = (talk: Talk): void => {
  const { meetings = [], timeZone } = talk.input
  const [date, hour] = [fact(talk, 'date'), /^(\d{1,2})h(\d\d)?$/.exec(fact(talk, 'hour') ?? '')]
  const [meeting] = meetings
  if (!meeting || meetings.length > 1 || !date || !hour) return
  const start = localTime(date, `${hour[1]}:${hour[2] ?? '00'}`, timeZone)
  const length = meeting.end.getTime() - meeting.start.getTime()
  talk.meeting = { id: meeting.id, to: { start, end: new Date(start.getTime() + length) } }
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
  const stands = fact(talk, 'day') !== null || meetingMeant(talk) !== null
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

/** Takes the date back, out of the calendar where it stands there, and says so to the lead and to the team. */
export const callOff = (talk: Talk): { readonly said: string; readonly reason: string } => {
  const meeting = meetingMeant(talk)
  const noted = namesAnotherDay(talk) ? '' : whenText(talk)
  const when = meeting ? momentText(meeting.start, talk.input.timeZone) : noted
  if (noted) forgetDate(talk)
  if (meeting) talk.meeting = { id: meeting.id, to: null }
  talk.state.pending = null
  talk.state.facts.cancelled = when || ELSEWHERE
  talk.halfway = true
  return when
    ? {
        said: `Tudo bem${comma(talk)}, valeu por avisar. Cancelei por aqui o que estava ${meeting ? 'na agenda' : 'anotado'} (${when}) e avisei a equipe.`,
        reason: reasonOf(`Lead cancelou: ${when}. ${meeting ? 'O evento sai da agenda sozinho' : 'Tirar da agenda'}`),
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
