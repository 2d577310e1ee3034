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

/** Completes a change of the date. */
export const forgetOld = (talk: Talk): void => {
  settleDate(talk)
  forget(talk, 'offered')
}

const changesOnlyTheHour = ({ understood }: Talk): boolean => understood.lines.some(({ folded }) => SAID.hourOnly.test(folded))

/** Returns true if the lead moves an appointment that was not made in this conversation: 'Preciso remarcar minha consulta'. */
const movesAnother = (talk: Talk): boolean =>
  talk.understood.intents.has('reschedule') &&
  !isMoving(talk) &&
  cancelled(talk) === null &&
  dateNow(talk).day === undefined &&
  (namesOwn(talk) ||
    (!['day', 'hour', 'agrees'].includes(talk.memory.pending ?? '') &&
      (meetingsOf(talk).length > 0 || comesWith(talk, 'reschedule'))))

const withLines = (talk: Talk, lines: Understood['lines']): Talk => ({ ...talk, understood: { ...talk.understood, lines } })

/** Removes the old date from the lines of a change: 'de terça' in 'remarcar minha consulta de terça' is not a new day. */
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

/** Returns the old days in 'Mudar de terça pra quinta': all named days except the new one. */
const daysLeft = (talk: Talk): string[] => {
  const meant = talk.understood.lines.map((line) => dayNamed(line, talk)?.date)
  return daysNamed(talk).filter((date) => !meant.includes(date))
}

/** Starts to move an appointment from elsewhere and asks for its new day and hour. */
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

/** Selects the meeting to move if the lead names its day together with the new one: 'a de terça pra sexta'. */
const nameMeeting = (talk: Talk): void => {
  const isUnnamed = isMoving(talk) && oldDate(talk)?.meetingId === undefined
  const meeting = isUnnamed ? meetingOn(talk, daysLeft(talk)) : null
  if (meeting) beginMove(talk, { ...oldDate(talk), text: momentOf(meeting, talk), meetingId: meeting.id })
}

/** Keeps the day and asks for another hour. */
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

/** Reopens the date. The old one is stored until the change is complete. */
const openDate = (talk: Talk): Plans => {
  questionDate(talk)
  forgetDate(talk, true)
  talk.memory.pending = 'day'
  return { said: say(talk, 'rebook'), reason: null }
}

/** Restores the old date if the lead wants to keep it: 'Deixa como estava'. Returns null otherwise. */
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

/**
 * Informs the team if the lead confirms an appointment that is unknown here: 'Confirmando minha consulta de amanhã'. Returns null
 * otherwise.
 */
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

/** Returns true if the lead names only the agreed day and no hour: 'Amanhã não consigo'. */
const namesOnlyWhatStands = (talk: Talk): boolean => {
  const days = daysNamed(talk)
  const isOld = days.length > 0 && days.every((date) => date === dateNow(talk).date)
  return isOld && talk.understood.lines.every(({ folded }) => hourIn(folded, false) === null)
}

/**
 * Handles a change of plans: cancels or keeps a date, reopens one without a new time, or moves or confirms an appointment from elsewhere.
 * Returns null if there is no change.
 */
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

/** Facts about an impossible day or hour. They have answers of their own. */
const WHY_NOT = ['noDay', 'pastDay', 'closed', 'noHour', 'tooLate', 'closedHour']

/** Reopens the date if the lead wants a change but the new time was not understood: 'Joga uma hora pra frente'. Returns null otherwise. */
export const openUnmoved = (talk: Talk, stood: Dated): Plans | null => {
  const { day, hour } = dateNow(talk)
  const isUnmoved =
    stood.day !== undefined && (day === undefined || (day === stood.day && (hour === undefined || hour === stood.hour)))
  if (!talk.understood.intents.has('reschedule') || !isUnmoved || isMoving(talk) || WHY_NOT.some((key) => fact(talk, key)))
    return null
  // 'Semana que vem' was stored, so only the day within it is asked for.
  return day === undefined || hour === undefined ? { said: say(talk, 'rebook'), reason: null } : openDate(talk)
}

/** Applies the changes of plans in the lead's messages. Returns the answer, and the rest of the messages for other topics. */
export const heedPlans = (talk: Talk): { plans: Plans | null; rest: Talk } => {
  const plans = changesPlans(talk)
  const lines = talk.understood.lines.filter(({ intents }) => !plans || !(intents.has('cancel') || intents.has('cancelIt')))
  return { plans, rest: withoutOldDate(withLines(talk, lines)).talk }
}
