import { dayIn, daysIn, type HeardDay } from '../hear/day.ts'
import { hourIn } from '../hear/hour.ts'
import { APPOINTMENT } from '../hear/plans.ts'
import { momentText } from '../model/hours.ts'
import type { Meeting } from '../turn.ts'
import {
  cancelled,
  daysNamed,
  ELSEWHERE,
  endOfCancelled,
  forgetOld,
  namesOwn,
  namesWhen,
  takenBack,
  whenText,
} from './appointment.ts'
import { meetingMeant, meetingOn } from './meeting-meant.ts'
import { type Conclusion, comma, fact, type Playbook, type Talk } from './playbook.ts'
import { reasonOf, say } from './react.ts'

/** What a change of plans is answered with. `waits`: that is all; no question follows. */
export interface Plans {
  readonly said: string
  readonly reason: string | null
  readonly waits?: boolean
}

/** An appointment that was not made here is being moved: one of the calendar, or one that only the team knows. */
export const isMoving = (talk: Talk): boolean => fact(talk, 'moves') !== null

/** All that is asked for it. */
export const MOVING_TOPICS: ReadonlySet<string> = new Set(['name', 'day', 'hour', 'phone', 'email'])
export const withoutOthers = (playbook: Playbook, talk: Talk): Playbook =>
  isMoving(talk) ? { ...playbook, topics: playbook.topics.filter(({ key }) => MOVING_TOPICS.has(key)) } : playbook

const HOUR_ONLY =
  /\b(troc|mud|alter|outr|remarc|adi|antecip)\w* (de |o |a |meu |minha |esse |essa |este |esta )*(horario|horas)\b|\bmais (cedo|tarde)\b/
const changesOnlyTheHour = ({ heard }: Talk): boolean => heard.lines.some(({ folded }) => HOUR_ONLY.test(folded))

/** 'Preciso remarcar minha consulta', where no date stands in this talk. */
const movesAnother = (talk: Talk): boolean =>
  talk.heard.intents.has('reschedule') &&
  !isMoving(talk) &&
  cancelled(talk) === null &&
  fact(talk, 'day') === null &&
  (namesOwn(talk) || ((talk.input.meetings ?? []).length > 0 && !['day', 'hour', 'agrees'].includes(talk.state.pending ?? '')))

/** What stands before the day that an appointment is on now: 'minha consulta (marcada) de'. */
const ITS_DAY = new RegExp(
  `\\b${APPOINTMENT}(?: (?:(?:marcad|agendad)[ao](?: para| n[ao])?|de|d[ao]|n[ao]|que (?:e|era|esta|estava)(?: marcad[ao])?(?: para| n[ao])?))+ $`,
)
const ITS_HOUR = /^,? ?(?:as|das) \d{1,2}(?::\d\d| ?h(?:oras)?(?: ?\d\d)?)?/

/** The lines of a change without the old date: 'de terça' in 'remarcar minha consulta de terça' is no new day. */
export const withoutOldDate = (talk: Talk): { talk: Talk; old: HeardDay | null } => {
  const { heard, input } = talk
  if (!heard.intents.has('reschedule')) return { talk, old: null }
  let old: HeardDay | null = null
  const lines = heard.lines.map((line) => {
    const mention = daysIn(line.folded, input.now, input.timeZone).find(({ start }) => ITS_DAY.test(line.folded.slice(0, start)))
    if (!mention) return line
    old ??= mention.value
    const hour = ITS_HOUR.exec(line.folded.slice(mention.end))?.[0] ?? ''
    const end = mention.end + hour.length
    return { ...line, folded: line.folded.slice(0, mention.start) + ' '.repeat(end - mention.start) + line.folded.slice(end) }
  })
  return { talk: { ...talk, heard: { ...heard, lines } }, old }
}

/** The old date: as it was named, or as it stands in the calendar. */
const oldDate = (talk: Talk): { meeting: Meeting | null; text: string } => {
  const { old } = withoutOldDate(talk)
  const meeting = meetingMeant(talk, old?.date ? [old.date] : daysLeft(talk))
  return { meeting, text: meeting ? momentText(meeting.start, talk.input.timeZone) : (old?.text ?? ELSEWHERE) }
}

/** 'Mudar de terça pra quinta': every day named but the last. */
const daysLeft = (talk: Talk): string[] => {
  const { input, heard } = talk
  const meant = heard.lines.map(({ folded }) => dayIn(folded, input.now, input.timeZone)?.date)
  return daysNamed(talk).filter((date) => !meant.includes(date))
}

/** The lead moves what was agreed elsewhere: the new day and hour are asked for, and nothing else. */
const beginMoving = (talk: Talk): Plans => {
  const { meeting, text } = oldDate(talk)
  const { facts, used } = talk.state
  facts.moves = 'sim'
  facts.was = text
  if (meeting) facts.moveId = meeting.id
  for (const key of ['day', 'hour']) used[`more:${key}`] = (used[`more:${key}`] ?? 0) + 1
  talk.state.concluded = false
  talk.state.pending = 'day'
  talk.halfway = true
  return { said: say(talk, 'rebook'), reason: reasonOf(`Lead quer remarcar ${text}: “${talk.heard.quote}”`) }
}

/** Which of several meetings is moved may be said with the new day: 'a de terça pra sexta'. */
const nameMeeting = (talk: Talk): void => {
  const { facts } = talk.state
  const meeting = isMoving(talk) && facts.moveId === undefined ? meetingOn(talk, daysLeft(talk)) : null
  if (!meeting) return
  facts.moveId = meeting.id
  facts.was = momentText(meeting.start, talk.input.timeZone)
}

/** The day stays, and another hour is asked for. */
const openHour = (talk: Talk): Plans => {
  takenBack(talk)
  const { facts, used } = talk.state
  if (facts.hour !== undefined) facts.lastHour = facts.hour
  for (const key of ['hour', 'tooLate', 'closedHour', 'noHour', 'offered']) delete facts[key]
  used['more:hour'] = (used['more:hour'] ?? 0) + 2
  talk.state.skipped = talk.state.skipped.filter((key) => key !== 'hour')
  talk.state.concluded = false
  talk.state.pending = 'hour'
  talk.halfway = true
  return { said: say(talk, 'rebook'), reason: null }
}

const KEEPS =
  /\b(mant(em|enha|enham|er|enho)|(fica|deixa|deixe|pode (ficar|deixar)) (do jeito |assim )?como (esta|estava)|deixa do jeito que (esta|estava)|nao precisa (mais )?(mudar|remarcar|trocar|cancelar|desmarcar)|nao (vou|quero) (mais )?(mudar|remarcar|trocar|cancelar|desmarcar))\b/

/** 'Deixa como estava': what stood stands again. */
const keepsDate = (talk: Talk): Plans | null => {
  const { facts } = talk.state
  const isKept = talk.heard.lines.some(({ folded, intents }) => KEEPS.test(folded) && !intents.has('cancel'))
  if (!isKept || isMoving(talk)) return null
  const wasOpened = facts.was !== undefined && (facts.day === undefined || facts.hour === undefined)
  if (wasOpened)
    for (const [key, old] of [
      ['day', facts.wasDay],
      ['hour', facts.wasHour],
      ['date', facts.wasDate],
    ] as const)
      if (old !== undefined) facts[key] = old
  if (facts.day === undefined) return null
  if (wasOpened) forgetOld(talk)
  talk.halfway = true
  return { said: `Combinado${comma(talk)}: fica ${whenText(talk)}, como estava.`, reason: null, waits: talk.state.concluded }
}

/** What a change of plans does before anything is asked: keeps the date, opens its hour, or moves an appointment from elsewhere. */
export const changesElsewhere = (talk: Talk): Plans | null => {
  const kept = keepsDate(talk)
  if (kept) return kept
  if (movesAnother(talk)) return beginMoving(talk)
  nameMeeting(talk)
  const opens =
    talk.heard.intents.has('reschedule') &&
    !namesWhen(withoutOldDate(talk).talk) &&
    fact(talk, 'day') !== null &&
    changesOnlyTheHour(talk)
  return opens ? openHour(talk) : null
}

/** The end of a move. */
const endOfMoving = (talk: Talk): Conclusion => {
  const when = whenText(talk) || 'outra data, a combinar'
  const was = fact(talk, 'was') ?? fact(talk, 'movedFrom') ?? ELSEWHERE
  const from = was === ELSEWHERE ? was : `o que estava marcado (${was})`
  return {
    replies: [
      talk.meeting
        ? `Pronto${comma(talk)}! Mudei ${from}: agora é ${when}. Até lá, qualquer dúvida é só me chamar.`
        : `Anotado${comma(talk)}: mudar ${from} para ${when}. Já passei pra equipe, que confirma com você por aqui.`,
    ],
    stage: 'agendamento',
    status: `Remarcação: ${when}`.slice(0, 60),
    attention: `Lead quer remarcar: ${when}`,
  }
}

/** How the talk ends: with what was called off, with what was moved, or as its playbook has it. */
export const endOf = (talk: Talk, playbook: Playbook): Conclusion =>
  cancelled(talk) === null ? (isMoving(talk) ? endOfMoving(talk) : playbook.conclude(talk)) : endOfCancelled(talk)

const CONFIRMS = new RegExp(`\\bconfirm(?:o|ando|ar|ada|ado|amos)\\b.{0,30}\\b${APPOINTMENT}\\b`)

/** 'Confirmando minha consulta de amanhã', where none stands here: the team is told. */
export const confirmsElsewhere = (talk: Talk): Plans | null => {
  const { heard, input } = talk
  if (fact(talk, 'day') !== null || isMoving(talk)) return null
  const line = heard.lines.find(({ folded, isQuestion }) => CONFIRMS.test(folded) && !isQuestion)
  if (!line) return null
  const [day, hour] = [dayIn(line.folded, input.now, input.timeZone), hourIn(line.folded, false)]
  const when = [day?.kind === 'day' ? day.text : null, hour?.text ?? null].filter((part) => part !== null).join(', ')
  talk.halfway = true
  talk.state.facts.confirms = when || ELSEWHERE
  return {
    said: `Obrigado por avisar${comma(talk)}! Passei pra equipe que você confirma${when ? ` (${when})` : ''}.`,
    reason: reasonOf(`Lead confirma ${when || ELSEWHERE}: “${heard.quote}”`),
    waits: true,
  }
}
