import { dayIn, daysIn } from '../hear/day.ts'
import { hourIn } from '../hear/hour.ts'
import { saysNo, saysYes } from '../hear/intents.ts'
import { APPOINTMENT } from '../hear/plans.ts'
import { momentText } from '../model/hours.ts'
import { localTime } from '../model/local-time.ts'
import type { Meeting } from '../turn.ts'
import { calendarText, meetingMeant, meetingOn, meetingTitled } from './meeting-meant.ts'
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
export const ELSEWHERE = 'o que estava marcado'

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

/** Every civil day that was named. */
export const daysNamed = ({ input, heard }: Talk): string[] =>
  heard.lines.flatMap(({ folded }) => daysIn(folded, input.now, input.timeZone)).flatMap(({ value }) => value.date ?? [])

/** Another appointment than the one that stands here: 'desmarca meu retorno de terça'. */
const namesAnotherDay = (talk: Talk): boolean => {
  const days = daysNamed(talk)
  return days.length > 0 && !days.includes(fact(talk, 'date') ?? '')
}

const OWN = new RegExp(`\\b(?:minha|meu|nossa|nosso|a|o|as|os|da|do|na|no|uma) ${APPOINTMENT}\\b|\\b(?:desmarc|remarc|reagend)`)

/** An appointment of the lead's own is named, though none is known here: 'minha consulta de amanhã'. */
export const namesOwn = ({ heard }: Talk): boolean =>
  heard.lines.some(
    ({ folded, intents }) => OWN.test(folded) && ['cancel', 'reschedule'].some((plan) => intents.has(plan as 'cancel')),
  )

/** Remembers what stood before a change, until the change is settled. */
export const takenBack = (talk: Talk): void => {
  const { facts } = talk.state
  if (facts.was !== undefined) return
  facts.was = whenText(talk)
  for (const [key, kept] of [
    ['wasDate', facts.date],
    ['wasDay', facts.day],
    ['wasHour', facts.hour],
  ] as const)
    if (kept !== undefined) facts[key] = kept
}

/** The change is settled. */
export const forgetOld = ({ state }: Talk): void => {
  for (const key of ['was', 'wasDate', 'wasDay', 'wasHour', 'moveId', 'offered']) delete state.facts[key]
}

/** The meeting that a changed date belongs to: the one that stood on the old day. Another one of the calendar is none of it. */
const meetingToMove = (talk: Talk): Meeting | null => {
  const id = fact(talk, 'moveId')
  return id === null
    ? meetingOn(talk, [fact(talk, 'wasDate')], fact(talk, 'wasHour'))
    : (talk.input.meetings?.find((meeting) => meeting.id === id) ?? null)
}

/** Moves the lead's meeting to the new time, where it is clear which one, and an hour was named; anything less clear is left to the team. */
export const moveMeeting = (talk: Talk): void => {
  const { timeZone } = talk.input
  const [date, hour] = [fact(talk, 'date'), /^(\d{1,2})h(\d\d)?$/.exec(fact(talk, 'hour') ?? '')]
  const meeting = meetingToMove(talk)
  if (!meeting || !date || !hour) return
  const start = localTime(date, `${hour[1]}:${hour[2] ?? '00'}`, timeZone)
  const length = meeting.end.getTime() - meeting.start.getTime()
  talk.meeting = {
    id: meeting.id,
    to: { start, end: new Date(start.getTime() + length) },
    told: `mudada para ${whenText(talk)}`,
  }
}

/** What became of the calendar, in words of its own for each outcome; nothing where nothing of the lead's stands in it. */
export const calendarOutcome = (talk: Talk): string => {
  if (talk.meeting) return '. A agenda já foi mudada sozinha'
  const left = calendarText(talk)
  return left === '' ? '' : `. NÃO mudei a agenda, que continua com: ${left}`
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

/** The lead was asked which one to call off, and names it: by its day, or by what it is. */
const namesWhich = (talk: Talk): boolean =>
  talk.state.pending === 'which' && (daysNamed(talk).length > 0 || meetingTitled(talk) !== null)

/** What was agreed falls, and no other date is named in the same breath. Where nothing was agreed, nothing does. */
export const callsOff = (talk: Talk): boolean => {
  const { intents } = talk.heard
  if (cancelled(talk) !== null) return false
  if (namesWhich(talk)) return true
  const stands = fact(talk, 'day') !== null || (talk.input.meetings ?? []).length > 0
  if (!stands) return intents.has('cancel') && (namesOwn(talk) || daysNamed(talk).length > 0)
  return (intents.has('cancel') || intents.has('cancelIt')) && !(intents.has('reschedule') || proposesAnother(talk))
}

/** 'Cancela', where one thing stands here and another in the calendar. */
const isUnclear = (talk: Talk): boolean =>
  talk.state.pending !== 'which' &&
  fact(talk, 'day') !== null &&
  daysNamed(talk).length === 0 &&
  (talk.input.meetings ?? []).length > 0 &&
  meetingMeant(talk, []) === null

interface CalledOff {
  readonly said: string
  readonly reason: string
  readonly waits?: boolean
}

/** Asks which one falls; nothing has fallen yet. */
const askWhich = (talk: Talk): CalledOff => {
  talk.state.pending = 'which'
  talk.halfway = true
  const both = `${whenText(talk)} (anotado aqui), ou ${calendarText(talk)} (na agenda)`
  return {
    said: `Claro${comma(talk)}. Qual eu cancelo: ${both}? Me diz o dia.`,
    reason: reasonOf(`Lead quer cancelar, e perguntei qual: ${both}`),
    waits: true,
  }
}

const DATE_FACTS =
  'day hour date span tooLate closed closedHour another noDay pastDay noHour offered was wasDate wasDay wasHour moveId moves'.split(
    ' ',
  )

/** Forgets day and hour, so that they are asked anew in words not used yet. */
export const forgetDate = ({ state }: Talk): void => {
  if (state.facts.hour !== undefined) state.facts.lastHour = state.facts.hour
  for (const key of DATE_FACTS) delete state.facts[key]
  state.skipped = state.skipped.filter((key) => key !== 'day' && key !== 'hour')
  for (const key of ['day', 'hour', 'another']) state.used[`more:${key}`] = (state.used[`more:${key}`] ?? 0) + 2
  state.concluded = false
}

/** Takes the date back, out of the calendar where it stands there, and says so to the lead and to the team. */
export const callOff = (talk: Talk): CalledOff => {
  if (isUnclear(talk)) return askWhich(talk)
  const meeting =
    talk.state.pending === 'which'
      ? (meetingTitled(talk) ?? meetingMeant(talk, daysNamed(talk)))
      : meetingMeant(talk, daysNamed(talk))
  const isAnother = namesAnotherDay(talk) || (talk.state.pending === 'which' && meeting !== null)
  const noted = isAnother ? '' : whenText(talk)
  const stays = isAnother && meeting !== null && fact(talk, 'day') !== null ? ` Segue anotado: ${whenText(talk)}.` : ''
  const when = meeting ? momentText(meeting.start, talk.input.timeZone) : noted
  if (noted) forgetDate(talk)
  if (meeting) talk.meeting = { id: meeting.id, to: null, told: `cancelada (${when})` }
  talk.state.pending = null
  if (stays === '') talk.state.facts.cancelled = when || ELSEWHERE
  talk.halfway = true
  const untouched = !meeting && calendarText(talk)
  return when
    ? {
        said: `Tudo bem${comma(talk)}, valeu por avisar. Cancelei por aqui o que estava ${meeting ? 'na agenda' : 'anotado'} (${when}) e avisei a equipe.${stays}`,
        reason: reasonOf(
          `Lead cancelou: ${when}. ${meeting ? 'O evento sai da agenda sozinho' : untouched ? `NÃO mexi na agenda, que continua com: ${untouched}` : 'Tirar da agenda'}`,
        ),
        waits: stays !== '',
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
