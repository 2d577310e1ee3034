import { isImpossibleDay, type NamedDay } from '../../understanding/dates/day.ts'
import { extractHour, isHourPast, type NamedHour } from '../../understanding/dates/hour.ts'
import {
  formatOpenDays,
  formatOpenTimes,
  isClosedAtHour,
  isClosedOnDay,
  isUnusualTime,
} from '../../understanding/dates/opening-hours.ts'
import { declinesToAnswer, isBareNo, isNo, isYes } from '../../understanding/intents/intents.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { findMatchingName } from '../../understanding/patterns.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import {
  clearCancellation,
  getAppointmentDate,
  getCancelledAppointment,
  getPreviousDate,
  isMovingExternalAppointment,
  reopenAppointmentDate,
  setAppointmentDate,
} from '../appointments/appointment-state.ts'
import {
  findLastDay,
  findLastHour,
  hasDayOrHour,
  isAboutMeetingDate,
  mayReplaceDate,
  refersToPast,
} from '../appointments/date-mentions.ts'
import {
  type DialogueContext,
  deleteFacts,
  getFact,
  getUseCount,
  incrementUseCount,
  reopenConversation,
} from '../dialogue-context.ts'
import PLANS from '../phrases/plans.json' with { type: 'json' }
import { findFirstValue, type TopicBehavior, type TopicInput } from './topic.ts'

const getOpeningHours = ({ input }: DialogueContext) => input.agent.brief?.hours ?? null

/** Parses a stored hour such as '15h'. Returns null if no hour is stored. */
const parseStoredHour = (hour: string | null | undefined): NamedHour | null =>
  hour ? extractHour(normalizeText(hour), true) : null
const getAppointmentHour = (talk: DialogueContext): NamedHour | null => parseStoredHour(getAppointmentDate(talk).hour)

/**
 * Returns the hour that the lead means: that of the cancelled appointment ('no mesmo horário'), an explicit hour, or the hour that the
 * agent offered if the lead agrees. Returns null if the messages name none.
 */
const resolveMentionedHour = ({ lines, answering, yes }: TopicInput, talk: DialogueContext): NamedHour | null =>
  (lines.some(({ folded }) => /\bmesm[oa] hor(a|as|ario)\b/.test(folded)) ? parseStoredHour(getFact(talk, 'lastHour')) : null) ??
  findLastHour(lines, answering) ??
  (answering && yes ? parseStoredHour(getFact(talk, 'offered')) : null)

/**
 * Returns which variant of the acknowledgement confirms a new day or hour: 'undated' without a day, 'changed' after a complete change,
 * otherwise the general one ('').
 */
const selectDatePhrasing = (_value: string, talk: DialogueContext): string => {
  const { day, hour } = getAppointmentDate(talk)
  if (!day) return 'undated'
  return getPreviousDate(talk)?.text && hour && !isMovingExternalAppointment(talk) ? 'changed' : ''
}

/**
 * Returns the variants of the question for a day or an hour, most specific last. After a rejected date, uses the phrasings of the set
 * 'anew'.
 */
const getDateQuestionVariants = (of: string, talk: DialogueContext): string[] =>
  getUseCount(talk, 'more:day') > 0 ? [of, 'anew'] : [of]

/**
 * Clears the stored day, so that the agent asks for it again. If a day was agreed, stores it as the previous date until a new one is
 * agreed.
 */
const reopenDay = (talk: DialogueContext): null => {
  if (getAppointmentDate(talk).day) reopenAppointmentDate(talk)
  setAppointmentDate(talk, { day: undefined, date: undefined })
  reopenConversation(talk)
  return null
}

/** Stores that the named day does not exist or is past, so that the agent asks for another one. Always returns null. */
const storeImpossibleDay = (day: NamedDay, lines: readonly ParsedLine[], talk: DialogueContext): null => {
  // 'Está assim desde 10/11' does not request an appointment on that day.
  if (lines.some(refersToPast) && day.text !== 'ontem') return null
  talk.memory.facts[day.kind === 'none' ? 'noDay' : 'pastDay'] = day.text
  incrementUseCount(talk, 'more:day')
  return reopenDay(talk)
}

/**
 * Stores a span like 'semana que vem' until the lead names a day within it, and returns null. If a span was already stored and no day is
 * known, returns the span itself as the day.
 */
const storeDateSpan = (day: NamedDay, talk: DialogueContext): string | null => {
  const { facts } = talk.memory
  if (getCancelledAppointment(talk) !== null) facts.another = 'sim'
  if (facts.span !== undefined && getAppointmentDate(talk).day === undefined) return day.text
  facts.span = day.text
  setAppointmentDate(talk, { day: undefined })
  talk.halfway = true
  return null
}

/**
 * Checks the day that the lead named and returns the text to store, or null if the agent must ask again, because the day is impossible, a
 * span, or one on which the team is closed.
 */
const storeDay = (day: NamedDay, lines: readonly ParsedLine[], talk: DialogueContext): string | null => {
  const { facts } = talk.memory
  const known = getAppointmentDate(talk).day
  deleteFacts(talk, 'noDay', 'pastDay')
  if (isImpossibleDay(day.kind)) return storeImpossibleDay(day, lines, talk)
  if (day.kind === 'vague') return storeDateSpan(day, talk)
  if (!day.date || day.text === known) return known ?? day.text
  if (isClosedOnDay(getOpeningHours(talk), day.date) && facts.closed !== day.text) {
    facts.closed = day.text
    return reopenDay(talk)
  }
  if (known) reopenAppointmentDate(talk)
  setAppointmentDate(talk, { date: day.date })
  return day.text
}

const SPAN_PARTS = { 'no começo': /\b(comeco|inicio)\b/, 'no meio': /\bmeio\b/, 'no fim': /\b(fim|final)\b/ }
/** Returns the part of a span that the lead names, for example 'no começo (semana que vem)'. Returns null if no part is named. */
const extractSpanPart = (span: string | null, lines: readonly ParsedLine[]): string | null => {
  const part = findFirstValue(lines, ({ folded }) => findMatchingName(folded, SPAN_PARTS))
  return span && part ? `${part} (${span})` : null
}

/**
 * Creates the topic for the day of the next meeting. A span like 'semana que vem' is stored and narrowed down with one more question.
 * `isWanted`: whether the lead wants a meeting; `of`: variant of the question.
 */
export const dayTopic = (isWanted: (talk: DialogueContext) => boolean, of = (_talk: DialogueContext) => ''): TopicBehavior => ({
  kept: (talk) => getAppointmentDate(talk).day,
  applies: (talk) =>
    isMovingExternalAppointment(talk) ||
    (getCancelledAppointment(talk) === null ? isWanted(talk) : getFact(talk, 'another') === 'sim'),
  values: (talk) => ({
    refused: getFact(talk, 'noDay') ?? getFact(talk, 'pastDay'),
    openDays: formatOpenDays(getOpeningHours(talk) ?? []),
  }),
  asks: (talk) => {
    const [isClosed, hasSpan] = [getFact(talk, 'closed') !== null, getFact(talk, 'span') !== null]
    if (getFact(talk, 'noDay')) return ['none']
    if (getFact(talk, 'pastDay')) return ['past']
    if (isMovingExternalAppointment(talk) && !hasSpan && !isClosed) return ['moving']
    if (isClosed && getOpeningHours(talk)) return ['closed']
    return hasSpan ? ['span'] : getDateQuestionVariants(of(talk), talk)
  },
  read: ({ lines, answering, unsure }, talk) => {
    if (!isAboutMeetingDate(lines, talk)) return null
    const isKnown = getAppointmentDate(talk).day !== undefined
    if (!isKnown && getCancelledAppointment(talk) === null && !isMovingExternalAppointment(talk) && !isWanted(talk)) return null
    if (isKnown && !mayReplaceDate(lines, talk)) return null
    const day = findLastDay(lines, talk)
    if (day) return storeDay(day, lines, talk)
    if (!answering) return null
    return extractSpanPart(getFact(talk, 'span'), lines) ?? (unsure && talk.memory.asked.day !== 1 ? 'a combinar' : null)
  },
  keep: (value, talk) => {
    const { memory, input } = talk
    setAppointmentDate(talk, { day: value })
    clearCancellation(talk)
    deleteFacts(talk, 'another', 'noDay', 'pastDay')
    if (getFact(talk, 'closed') !== value) deleteFacts(talk, 'closed')
    memory.skipped = memory.skipped.filter((key) => key !== 'hour')
    const [hour, { date }, open] = [getAppointmentHour(talk), getAppointmentDate(talk), getOpeningHours(talk)]
    if (!hour) return
    const isTooLate = isHourPast(date ?? null, hour, input.now, input.timeZone)
    if (!isTooLate && (!date || isClosedOnDay(open, date) || !isClosedAtHour(open, date, hour))) return
    memory.facts[isTooLate ? 'tooLate' : 'closedHour'] = hour.text
    setAppointmentDate(talk, { hour: undefined })
  },
  tone: selectDatePhrasing,
})

/**
 * Returns why the named hour is not possible on the stored day: it does not exist, is past, or the team is closed. Returns null if it is
 * possible. The result is the key of the fact that stores the rejected hour.
 */
const getHourRejection = (hour: NamedHour, talk: DialogueContext): 'noHour' | 'tooLate' | 'closedHour' | null => {
  const [{ date }, open] = [getAppointmentDate(talk), getOpeningHours(talk)]
  if (hour.isNone) return 'noHour'
  if (isHourPast(date ?? null, hour, talk.input.now, talk.input.timeZone)) return 'tooLate'
  const isShut = date !== undefined && !isClosedOnDay(open, date) && isClosedAtHour(open, date, hour)
  return isShut && getFact(talk, 'closedHour') !== hour.text ? 'closedHour' : null
}

/** Creates the topic for the hour of the next meeting. The agent asks again if the hour is past, invalid or outside the opening hours. */
export const hourTopic = (isWanted: (talk: DialogueContext) => boolean): TopicBehavior => ({
  kept: (talk) => getAppointmentDate(talk).hour,
  keep: (value, talk) => setAppointmentDate(talk, { hour: value }),
  applies: (talk) =>
    (isMovingExternalAppointment(talk) || isWanted(talk) || getUseCount(talk, 'more:day') > 0) &&
    getAppointmentDate(talk).day !== undefined,
  values: (talk) => ({ openSpans: formatOpenTimes(getOpeningHours(talk) ?? [], getAppointmentDate(talk).date ?? '') }),
  asks: (talk) => {
    const [{ date }, open] = [getAppointmentDate(talk), getOpeningHours(talk)]
    if (getFact(talk, 'closedHour') && date && open && !isClosedOnDay(open, date)) return ['closed']
    if (getFact(talk, 'noHour')) return ['none']
    if (getFact(talk, 'tooLate') !== null) return ['past']
    return isMovingExternalAppointment(talk) ? ['moving'] : getDateQuestionVariants('', talk)
  },
  read: (burst, talk) => {
    const { lines, answering, unsure } = burst
    if (!isAboutMeetingDate(lines, talk)) return null
    const known = getAppointmentDate(talk).hour
    if (known !== undefined && !mayReplaceDate(lines, talk)) return null
    const hour = resolveMentionedHour(burst, talk)
    if (!hour) return answering && unsure ? PLANS.anyHour : null
    if (known === hour.text) return null
    deleteFacts(talk, 'noHour', 'tooLate')
    const refusal = getHourRejection(hour, talk)
    if (known !== undefined && refusal !== 'closedHour') reopenAppointmentDate(talk)
    if (refusal === null) return hour.text
    talk.memory.facts[refusal] = hour.text
    setAppointmentDate(talk, { hour: undefined })
    reopenConversation(talk)
    return null
  },
  tone: selectDatePhrasing,
})

/** Topic that asks, after a cancellation, whether the lead wants another day. */
export const anotherDayTopic: TopicBehavior = {
  applies: (talk) => getCancelledAppointment(talk) !== null,
  read: ({ lines }, talk) => {
    const isWanted = lines.some(({ intents }) => intents.has('meeting') || intents.has('reschedule'))
    return isWanted && getCancelledAppointment(talk) !== null ? 'sim' : null
  },
  answer: ({ said, yes, no }, talk) => {
    if (getCancelledAppointment(talk) === null) return null
    if (no || /\b(depois|deixa|mais para frente|outra hora|vejo|aviso)\b/.test(said)) return 'não'
    return yes ? 'sim' : null
  },
}

/** Returns true if a sentence declines a meeting. Returns false for 'não posso de manhã, só à tarde' and 'não tenho nada contra'. */
const declinesMeeting = (line: ParsedLine, talk: DialogueContext): boolean => {
  const { folded, isQuestion } = line
  if (isQuestion || isYes(folded) || (hasDayOrHour(line, talk) && !isBareNo(folded))) return false
  return isNo(folded) || declinesToAnswer(folded)
}

/**
 * Returns the lead's answer to the question whether they want a meeting: 'no', 'yes' (a named date counts as yes), or null if it is
 * unclear.
 */
export const wantsMeeting = ({ lines, yes }: TopicInput, talk: DialogueContext): 'yes' | 'no' | null => {
  if (lines.some((line) => declinesMeeting(line, talk))) return 'no'
  return yes || lines.some((line) => hasDayOrHour(line, talk)) ? 'yes' : null
}

/** Returns a sentence that warns that the team may be absent on the agreed date, or null if no warning is needed. */
export const getDateCaveat = (talk: DialogueContext): string | null => {
  const [{ date, day, hour }, open] = [getAppointmentDate(talk), getOpeningHours(talk)]
  if (!date || !day || getCancelledAppointment(talk) !== null) return null
  if (isClosedOnDay(open, date) || (hour !== undefined && hour === getFact(talk, 'closedHour'))) return PLANS.caveat.closed
  if (!isUnusualTime(open, date, getAppointmentHour(talk)?.from ?? null)) return null
  return day.startsWith('domingo') ? PLANS.caveat.sunday : PLANS.caveat.unusual
}
