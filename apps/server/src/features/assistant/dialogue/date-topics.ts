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

/** An hour as it was kept. */
const hourOfText = (hour: string | null | undefined): NamedHour | null => (hour ? hourIn(fold(hour), true) : null)
const hourNow = (talk: Talk): NamedHour | null => hourOfText(dateNow(talk).hour)

/** The hour of a burst: 'no mesmo horário' that was called off, one that is named, or a yes to the one that was offered. */
const hourSaid = ({ lines, answering, yes }: Burst, talk: Talk): NamedHour | null =>
  (lines.some(({ folded }) => /\bmesm[oa] hor(a|as|ario)\b/.test(folded)) ? hourOfText(fact(talk, 'lastHour')) : null) ??
  hourOf(lines, answering) ??
  (answering && yes ? hourOfText(fact(talk, 'offered')) : null)

/** How a day or an hour that became known is said back. */
const tone = (_value: string, talk: Talk): string => {
  const { day, hour } = dateNow(talk)
  if (!day) return 'undated'
  return oldDate(talk)?.text && hour && !isMoving(talk) ? 'changed' : ''
}

/** Ways to ask for a day or an hour; more of them once a date was called off. */
const casesOf = (of: string, talk: Talk): string[] => (timesUsed(talk, 'more:day') > 0 ? [of, 'anew'] : [of])

/** The day is open again, and with it the date that stood. */
const reopenDay = (talk: Talk): null => {
  if (dateNow(talk).day) questionDate(talk)
  setDate(talk, { day: undefined, date: undefined })
  reopen(talk)
  return null
}

/** A day that there is not, or that is over: it is said, and another one is asked for. */
const refuseDay = (day: NamedDay, lines: readonly Line[], talk: Talk): null => {
  // 'Está assim desde 10/11' asks for nobody on that day.
  if (lines.some(isAside) && day.text !== 'ontem') return null
  talk.memory.facts[day.kind === 'none' ? 'noDay' : 'pastDay'] = day.text
  countUse(talk, 'more:day')
  return reopenDay(talk)
}

/** Keeps a span like 'semana que vem' until the day within it is named. */
const takeSpan = (day: NamedDay, talk: Talk): string | null => {
  const { facts } = talk.memory
  if (cancelled(talk) !== null) facts.another = 'sim'
  if (facts.span !== undefined && dateNow(talk).day === undefined) return day.text
  facts.span = day.text
  setDate(talk, { day: undefined })
  talk.halfway = true
  return null
}

/** The day that was named, as it is kept; null where it must be asked again. */
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
/** 'No começo', said of a span. */
const partOf = (span: string | null, lines: readonly Line[]): string | null => {
  const part = firstOf(lines, ({ folded }) => valueIn(folded, PARTS))
  return span && part ? `${part} (${span})` : null
}

/** The day of the next talk. A span like 'semana que vem' is kept and narrowed by one more question. */
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

/** Why nobody can come at that hour of the day that was kept, as the fact that says so. */
const refusalOf = (hour: NamedHour, talk: Talk): 'noHour' | 'tooLate' | 'closedHour' | null => {
  const [{ date }, open] = [dateNow(talk), hoursOf(talk)]
  if (hour.isNone) return 'noHour'
  if (isPast(date ?? null, hour, talk.input.now, talk.input.timeZone)) return 'tooLate'
  const isShut = date !== undefined && !isClosedOn(open, date) && isClosedAt(open, date, hour)
  return isShut && fact(talk, 'closedHour') !== hour.text ? 'closedHour' : null
}

/** The hour, on the day that was kept; one that is past, that no clock has, or when nobody is there, is asked again. */
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

/** Another day, after one was called off. */
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

/** Whether a line declines a meeting: 'não posso de manhã, só à tarde' and 'não tenho nada contra' do not. */
const declinesMeeting = (line: Line, talk: Talk): boolean => {
  const { folded, isQuestion } = line
  if (isQuestion || saysYes(folded) || (isDated(line, talk) && !isBareNo(folded))) return false
  return saysNo(folded) || doesNotSay(folded)
}

/** Whether a meeting is wanted, asked in so many words: a date is a yes too. */
export const wantsMeeting = ({ lines, yes }: Burst, talk: Talk): 'yes' | 'no' | null => {
  if (lines.some((line) => declinesMeeting(line, talk))) return 'no'
  return yes || lines.some((line) => isDated(line, talk)) ? 'yes' : null
}

/** What must be said with a date that the team may not be there for. */
export const caveat = (talk: Talk): string | null => {
  const [{ date, day, hour }, open] = [dateNow(talk), hoursOf(talk)]
  if (!date || !day || cancelled(talk) !== null) return null
  if (isClosedOn(open, date) || (hour !== undefined && hour === fact(talk, 'closedHour'))) return PLANS.caveat.closed
  if (!isUnusual(open, date, hourNow(talk)?.from ?? null)) return null
  return day.startsWith('domingo') ? PLANS.caveat.sunday : PLANS.caveat.unusual
}
