import type { NamedDay } from '../understanding/day.ts'
import { hourIn } from '../understanding/hour.ts'
import { patternsOf } from '../understanding/patterns.ts'
import { PLAN_PARTS } from '../understanding/plans.ts'
import type { Understood } from '../understanding/understand.ts'
import { callOff, callsOff, comesWith, forgetDate, namesOwn, type Plans, refusesDay } from './appointment.ts'
import { meetingMeant, meetingOn, meetingsOf, momentOf } from './calendar.ts'
import { dayNamed, daysMentioned, daysNamed, namesWhen } from './dates.ts'
import type { Dated } from './memory.ts'
import PATTERNS from './patterns/moving.json' with { type: 'json' }
import PLANS from './phrases/plans.json' with { type: 'json' }
import { beginMove, cancelled, dateNow, isMoving, oldDate, questionDate, setDate, settleDate } from './standing.ts'
import { because, countUse, fact, forget, reopen, say, type Talk, tell } from './talk.ts'

const SAID = patternsOf(PATTERNS, PLAN_PARTS)

/** The change is settled. */
export const forgetOld = (talk: Talk): void => {
  settleDate(talk)
  forget(talk, 'offered')
}

const changesOnlyTheHour = ({ understood }: Talk): boolean => understood.lines.some(({ folded }) => SAID.hourOnly.test(folded))

/** 'Preciso remarcar minha consulta', where no date stands in this talk. */
const movesAnother = (talk: Talk): boolean =>
  talk.understood.intents.has('reschedule') &&
  !isMoving(talk) &&
  cancelled(talk) === null &&
  dateNow(talk).day === undefined &&
  (namesOwn(talk) ||
    (!['day', 'hour', 'agrees'].includes(talk.memory.pending ?? '') &&
      (meetingsOf(talk).length > 0 || comesWith(talk, 'reschedule'))))

const withLines = (talk: Talk, lines: Understood['lines']): Talk => ({ ...talk, understood: { ...talk.understood, lines } })

/** The lines of a change without the old date: 'de terça' in 'remarcar minha consulta de terça' is no new day. */
const withoutOldDate = (talk: Talk): { talk: Talk; old: NamedDay | null } => {
  if (!talk.understood.intents.has('reschedule')) return { talk, old: null }
  let old: NamedDay | null = null
  const lines = talk.understood.lines.map((line) => {
    const { folded } = line
    const mention = daysMentioned(line, talk).find(({ start }) => SAID.itsDay.test(folded.slice(0, start)))
    if (!mention) return line
    old ??= mention.value
    const end = mention.end + (SAID.itsHour.exec(folded.slice(mention.end))?.[0] ?? '').length
    return { ...line, folded: folded.slice(0, mention.start) + ' '.repeat(end - mention.start) + folded.slice(end) }
  })
  return { talk: withLines(talk, lines), old }
}

/** 'Mudar de terça pra quinta': every day named but the last. */
const daysLeft = (talk: Talk): string[] => {
  const meant = talk.understood.lines.map((line) => dayNamed(line, talk)?.date)
  return daysNamed(talk).filter((date) => !meant.includes(date))
}

/** The lead moves what was agreed elsewhere: the new day and hour are asked for, and nothing else. */
const beginMoving = (talk: Talk): Plans => {
  const { old } = withoutOldDate(talk)
  const meeting = meetingMeant(talk, old?.date ? [old.date] : daysLeft(talk))
  const was = meeting ? momentOf(meeting, talk) : (old?.text ?? PLANS.elsewhere)
  beginMove(talk, { ...oldDate(talk), text: was, ...(meeting && { meetingId: meeting.id }) })
  for (const key of ['day', 'hour']) countUse(talk, `more:${key}`)
  talk.memory.pending = 'day'
  reopen(talk)
  return { said: say(talk, 'rebook'), reason: because(talk, 'moves') }
}

/** Which of several meetings is moved may be said with the new day: 'a de terça pra sexta'. */
const nameMeeting = (talk: Talk): void => {
  const isUnnamed = isMoving(talk) && oldDate(talk)?.meetingId === undefined
  const meeting = isUnnamed ? meetingOn(talk, daysLeft(talk)) : null
  if (meeting) beginMove(talk, { ...oldDate(talk), text: momentOf(meeting, talk), meetingId: meeting.id })
}

/** The day stays, and another hour is asked for. */
const openHour = (talk: Talk): Plans => {
  questionDate(talk)
  const { hour } = dateNow(talk)
  if (hour) talk.memory.facts.lastHour = hour
  setDate(talk, { hour: undefined })
  forget(talk, 'tooLate', 'closedHour', 'noHour', 'offered')
  countUse(talk, 'more:hour', 2)
  talk.memory.pending = 'hour'
  reopen(talk, 'hour')
  return { said: say(talk, 'rebook'), reason: null }
}

/** The date is open again, and what it was is kept until the change is settled. */
const openDate = (talk: Talk): Plans => {
  questionDate(talk)
  forgetDate(talk, true)
  talk.memory.pending = 'day'
  return { said: say(talk, 'rebook'), reason: null }
}

/** 'Deixa como estava': what stood stands again. */
const keepsDate = (talk: Talk): Plans | null => {
  const isKept = talk.understood.lines.some(({ folded, intents }) => SAID.keeps.test(folded) && !intents.has('cancel'))
  if (!isKept || isMoving(talk)) return null
  const [{ day, hour }, old] = [dateNow(talk), oldDate(talk)]
  const opened = day && hour ? null : old
  if (opened) setDate(talk, opened)
  if (dateNow(talk).day === undefined) return null
  if (opened) forgetOld(talk)
  talk.halfway = true
  return { said: tell(talk, PLANS.moved.kept), reason: null, waits: talk.memory.concluded }
}

/** 'Confirmando minha consulta de amanhã', where none stands here: the team is told. */
const confirmsElsewhere = (talk: Talk): Plans | null => {
  if (dateNow(talk).day !== undefined || isMoving(talk)) return null
  const line = talk.understood.lines.find(({ folded, isQuestion }) => SAID.confirms.test(folded) && !isQuestion)
  if (!line) return null
  const day = dayNamed(line, talk)
  const confirmed = [day?.kind === 'day' ? day.text : [], hourIn(line.folded, false)?.text ?? []].flat().join(', ')
  talk.halfway = true
  talk.memory.facts.confirms = confirmed || PLANS.elsewhere
  return { said: tell(talk, PLANS.confirmed.said, { confirmed }), reason: because(talk, 'confirms'), waits: true }
}

/** 'Amanhã não consigo': the day that stands, no other and no hour. */
const namesOnlyWhatStands = (talk: Talk): boolean => {
  const days = daysNamed(talk)
  const isOld = days.length > 0 && days.every((date) => date === dateNow(talk).date)
  return isOld && talk.understood.lines.every(({ folded }) => hourIn(folded, false) === null)
}

/** A date is called off, kept, or to be changed without a word on when; an appointment from elsewhere is moved or confirmed. */
const changesPlans = (talk: Talk): Plans | null => {
  if (callsOff(talk)) return callOff(talk)
  const kept = keepsDate(talk)
  if (kept) return kept
  if (movesAnother(talk)) return beginMoving(talk)
  nameMeeting(talk)
  const stands = dateNow(talk).day !== undefined
  const moves = talk.understood.intents.has('reschedule')
  const isOpen = moves && (!namesWhen(withoutOldDate(talk).talk) || namesOnlyWhatStands(talk))
  if (stands && isOpen && changesOnlyTheHour(talk)) return openHour(talk)
  return confirmsElsewhere(talk) ?? (stands && (isOpen || refusesDay(talk)) ? openDate(talk) : null)
}

/** A day or hour that was named and cannot be has words of its own. */
const WHY_NOT = ['noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour']

/** 'Joga uma hora pra frente': a change is wished, and what to was not understood. What stands is open, and the rest is asked for. */
export const openUnmoved = (talk: Talk, stood: Dated): Plans | null => {
  const { day, hour } = dateNow(talk)
  const isUnmoved =
    stood.day !== undefined && (day === undefined || (day === stood.day && (hour === undefined || hour === stood.hour)))
  if (!talk.understood.intents.has('reschedule') || !isUnmoved || isMoving(talk) || WHY_NOT.some((key) => fact(talk, key)))
    return null
  // 'Semana que vem' was kept: the day within it is asked for.
  return day === undefined || hour === undefined ? { said: say(talk, 'rebook'), reason: null } : openDate(talk)
}

/** Changes the plans that a burst changes; what is left of it to learn from. */
export const heedPlans = (talk: Talk): { plans: Plans | null; rest: Talk } => {
  const plans = changesPlans(talk)
  const lines = talk.understood.lines.filter(({ intents }) => !plans || !(intents.has('cancel') || intents.has('cancelIt')))
  return { plans, rest: withoutOldDate(withLines(talk, lines)).talk }
}
