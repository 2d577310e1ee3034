import { isRefused, type NamedDay } from '../understanding/day.ts'
import { fold } from '../understanding/fold.ts'
import { hourIn, isPast, type NamedHour } from '../understanding/hour.ts'
import { doesNotSay, isBareNo, saysNo, saysYes } from '../understanding/intents.ts'
import { isClosedAt, isClosedOn, isUnusual, openDays, openSpans } from '../understanding/open-times.ts'
import { valueIn } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import { dayOf, hourOf, isAside, isDated, mayReplace, speaksOfADate } from './dates.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { cancelled, dateNow, isMoving, oldDate, questionDate, setDate, takeUpAgain } from './standing.ts'
import { countUse, fact, forget, reopen, type Talk, timesUsed } from './talk.ts'
import { type Burst, firstOf, type TopicBody } from './topic.ts'

const hoursOf = ({ input }: Talk) => input.agent.brief?.hours ?? null

/** Parses a stored hour. Returns null if there is none. */
const hourOfText = (hour: string | null | undefined): NamedHour | null => (hour ? hourIn(fold(hour), true) : null)
const hourNow = (talk: Talk): NamedHour | null => hourOfText(dateNow(talk).hour)

/**
 * Returns the hour that the messages name: the hour of a cancelled appointment ('no mesmo horário'), an explicit hour, or the offered hour
 * if the lead agrees. Returns null if they name none.
 */
const hourSaid = ({ lines, answering, yes }: Burst, talk: Talk): NamedHour | null =>
  (lines.some(({ folded }) => /\bmesm[oa] hor(a|as|ario)\b/.test(folded)) ? hourOfText(fact(talk, 'lastHour')) : null) ??
  hourOf(lines, answering) ??
  (answering && yes ? hourOfText(fact(talk, 'offered')) : null)

/** Returns the phrasing variant for confirming a new day or hour. */
const tone = (_value: string, talk: Talk): string => {
  const { day, hour } = dateNow(talk)
  if (!day) return 'undated'
  return oldDate(talk)?.text && hour && !isMoving(talk) ? 'changed' : ''
}

/** Returns the phrasing variants for asking for a day or an hour; different ones after a date was rejected. */
const casesOf = (of: string, talk: Talk): string[] => (timesUsed(talk, 'more:day') > 0 ? [of, 'anew'] : [of])

/** Clears the day, so that it is asked again, and marks an agreed date as questioned. */
const reopenDay = (talk: Talk): null => {
  if (dateNow(talk).day) questionDate(talk)
  setDate(talk, { day: undefined, date: undefined })
  reopen(talk)
  return null
}

/** Stores that the named day does not exist or is past, so that another one is requested. */
const refuseDay = (day: NamedDay, lines: readonly Line[], talk: Talk): null => {
  // 'Está assim desde 10/11' does not request an appointment on that day.
  if (lines.some(isAside) && day.text !== 'ontem') return null
  talk.memory.facts[day.kind === 'none' ? 'noDay' : 'pastDay'] = day.text
  countUse(talk, 'more:day')
  return reopenDay(talk)
}

/**
 * Stores a span like 'semana que vem' until a day within it is named. Returns the span as the day if one was already stored, otherwise
 * null.
 */
const takeSpan = (day: NamedDay, talk: Talk): string | null => {
  const { facts } = talk.memory
  if (cancelled(talk) !== null) facts.another = 'sim'
  if (facts.span !== undefined && dateNow(talk).day === undefined) return day.text
  facts.span = day.text
  setDate(talk, { day: undefined })
  talk.halfway = true
  return null
}

/** Returns the named day as it is stored, or null if it must be asked again. */
const takeDay = (day: NamedDay, lines: readonly Line[], talk: Talk): string | null => {
  const { facts } = talk.memory
  const known = dateNow(talk).day
  forget(talk, 'noDay', 'pastDay')
  if (isRefused(day.kind)) return refuseDay(day, lines, talk)
  if (day.kind === 'vague') return takeSpan(day, talk)
  if (!day.date || day.text === known) return known ?? day.text
  if (isClosedOn(hoursOf(talk), day.date) && facts.closed !== day.text) {
    facts.closed = day.text
    return reopenDay(talk)
  }
  if (known) questionDate(talk)
  setDate(talk, { date: day.date })
  return day.text
}

const PARTS = { 'no começo': /\b(comeco|inicio)\b/, 'no meio': /\bmeio\b/, 'no fim': /\b(fim|final)\b/ }
/** Returns the named part of a span, as in 'no começo (semana que vem)', or null if no part is named. */
const partOf = (span: string | null, lines: readonly Line[]): string | null => {
  const part = firstOf(lines, ({ folded }) => valueIn(folded, PARTS))
  return span && part ? `${part} (${span})` : null
}

/** Topic: the day of the next meeting. A span like 'semana que vem' is stored and narrowed down with one more question. */
export const dayTopic = (isWanted: (talk: Talk) => boolean, of = (_talk: Talk) => ''): TopicBody => ({
  kept: (talk) => dateNow(talk).day,
  applies: (talk) => isMoving(talk) || (cancelled(talk) === null ? isWanted(talk) : fact(talk, 'another') === 'sim'),
  values: (talk) => ({ refused: fact(talk, 'noDay') ?? fact(talk, 'pastDay'), openDays: openDays(hoursOf(talk) ?? []) }),
  asks: (talk) => {
    const [isClosed, hasSpan] = [fact(talk, 'closed') !== null, fact(talk, 'span') !== null]
    if (fact(talk, 'noDay')) return ['none']
    if (fact(talk, 'pastDay')) return ['past']
    if (isMoving(talk) && !hasSpan && !isClosed) return ['moving']
    if (isClosed && hoursOf(talk)) return ['closed']
    return hasSpan ? ['span'] : casesOf(of(talk), talk)
  },
  read: ({ lines, answering, unsure }, talk) => {
    if (!speaksOfADate(lines, talk)) return null
    const isKnown = dateNow(talk).day !== undefined
    if (!isKnown && cancelled(talk) === null && !isMoving(talk) && !isWanted(talk)) return null
    if (isKnown && !mayReplace(lines, talk)) return null
    const day = dayOf(lines, talk)
    if (day) return takeDay(day, lines, talk)
    if (!answering) return null
    return partOf(fact(talk, 'span'), lines) ?? (unsure && talk.memory.asked.day !== 1 ? 'a combinar' : null)
  },
  keep: (value, talk) => {
    const { memory, input } = talk
    setDate(talk, { day: value })
    takeUpAgain(talk)
    forget(talk, 'another', 'noDay', 'pastDay')
    if (fact(talk, 'closed') !== value) forget(talk, 'closed')
    memory.skipped = memory.skipped.filter((key) => key !== 'hour')
    const [hour, { date }, open] = [hourNow(talk), dateNow(talk), hoursOf(talk)]
    if (!hour) return
    const isTooLate = isPast(date ?? null, hour, input.now, input.timeZone)
    if (!isTooLate && (!date || isClosedOn(open, date) || !isClosedAt(open, date, hour))) return
    memory.facts[isTooLate ? 'tooLate' : 'closedHour'] = hour.text
    setDate(talk, { hour: undefined })
  },
  tone,
})

/** Returns why the hour is not possible on the stored day, as the key of the fact to set, or null if it is possible. */
const refusalOf = (hour: NamedHour, talk: Talk): 'noHour' | 'tooLate' | 'closedHour' | null => {
  const [{ date }, open] = [dateNow(talk), hoursOf(talk)]
  if (hour.isNone) return 'noHour'
  if (isPast(date ?? null, hour, talk.input.now, talk.input.timeZone)) return 'tooLate'
  const isShut = date !== undefined && !isClosedOn(open, date) && isClosedAt(open, date, hour)
  return isShut && fact(talk, 'closedHour') !== hour.text ? 'closedHour' : null
}

/** Topic: the hour on the stored day. An hour that is past, invalid or outside the opening hours is asked again. */
export const hourTopic = (isWanted: (talk: Talk) => boolean): TopicBody => ({
  kept: (talk) => dateNow(talk).hour,
  keep: (value, talk) => setDate(talk, { hour: value }),
  applies: (talk) => (isMoving(talk) || isWanted(talk) || timesUsed(talk, 'more:day') > 0) && dateNow(talk).day !== undefined,
  values: (talk) => ({ openSpans: openSpans(hoursOf(talk) ?? [], dateNow(talk).date ?? '') }),
  asks: (talk) => {
    const [{ date }, open] = [dateNow(talk), hoursOf(talk)]
    if (fact(talk, 'closedHour') && date && open && !isClosedOn(open, date)) return ['closed']
    if (fact(talk, 'noHour')) return ['none']
    if (fact(talk, 'tooLate') !== null) return ['past']
    return isMoving(talk) ? ['moving'] : casesOf('', talk)
  },
  read: (burst, talk) => {
    const { lines, answering, unsure } = burst
    if (!speaksOfADate(lines, talk)) return null
    const known = dateNow(talk).hour
    if (known !== undefined && !mayReplace(lines, talk)) return null
    const hour = hourSaid(burst, talk)
    if (!hour) return answering && unsure ? PLANS.anyHour : null
    if (known === hour.text) return null
    forget(talk, 'noHour', 'tooLate')
    const refusal = refusalOf(hour, talk)
    if (known !== undefined && refusal !== 'closedHour') questionDate(talk)
    if (refusal === null) return hour.text
    talk.memory.facts[refusal] = hour.text
    setDate(talk, { hour: undefined })
    reopen(talk)
    return null
  },
  tone,
})

/** Topic: whether the lead wants another day after a cancellation. */
export const anotherTopic: TopicBody = {
  applies: (talk) => cancelled(talk) !== null,
  read: ({ lines }, talk) => {
    const isWanted = lines.some(({ intents }) => intents.has('meeting') || intents.has('reschedule'))
    return isWanted && cancelled(talk) !== null ? 'sim' : null
  },
  answer: ({ said, yes, no }, talk) => {
    if (cancelled(talk) === null) return null
    if (no || /\b(depois|deixa|mais para frente|outra hora|vejo|aviso)\b/.test(said)) return 'não'
    return yes ? 'sim' : null
  },
}

/** Returns true if a line declines a meeting. Returns false for 'não posso de manhã, só à tarde' and 'não tenho nada contra'. */
const declinesMeeting = (line: Line, talk: Talk): boolean => {
  const { folded, isQuestion } = line
  if (isQuestion || saysYes(folded) || (isDated(line, talk) && !isBareNo(folded))) return false
  return saysNo(folded) || doesNotSay(folded)
}

/**
 * Returns the answer to the explicit question whether the lead wants a meeting: 'no', 'yes' (a date counts as yes), or null if it is
 * unclear.
 */
export const wantsMeeting = ({ lines, yes }: Burst, talk: Talk): 'yes' | 'no' | null => {
  if (lines.some((line) => declinesMeeting(line, talk))) return 'no'
  return yes || lines.some((line) => isDated(line, talk)) ? 'yes' : null
}

/** Returns the warning for a date on which the team may be absent, or null if none is needed. */
export const caveat = (talk: Talk): string | null => {
  const [{ date, day, hour }, open] = [dateNow(talk), hoursOf(talk)]
  if (!date || !day || cancelled(talk) !== null) return null
  if (isClosedOn(open, date) || (hour !== undefined && hour === fact(talk, 'closedHour'))) return PLANS.caveat.closed
  if (!isUnusual(open, date, hourNow(talk)?.from ?? null)) return null
  return day.startsWith('domingo') ? PLANS.caveat.sunday : PLANS.caveat.unusual
}
