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

/** Parses a stored hour such as '15h'. */
const parseStoredHour = (hour: string | null | undefined): NamedHour | null =>
  hour ? extractHour(normalizeText(hour), true) : null
const getAppointmentHour = (context: DialogueContext): NamedHour | null => parseStoredHour(getAppointmentDate(context).hour)

/**
 * Returns the hour that the lead means: the previous one ('no mesmo horário'), an explicit one, or the one that the agent offered. Returns
 * null if there is none.
 */
const resolveMentionedHour = ({ lines, wasAsked, isAffirmative }: TopicInput, context: DialogueContext): NamedHour | null =>
  (lines.some(({ normalizedText }) => /\bmesm[oa] hor(a|as|ario)\b/.test(normalizedText))
    ? parseStoredHour(getFact(context, 'lastHour'))
    : null) ??
  findLastHour(lines, wasAsked) ??
  (wasAsked && isAffirmative ? parseStoredHour(getFact(context, 'offered')) : null)

/**
 * Returns the wording for a new date: 'undated' if the day is missing, 'changed' after a completed change, otherwise the general one ('').
 */
const selectDatePhrasing = (_value: string, context: DialogueContext): string => {
  const { day, hour } = getAppointmentDate(context)
  if (!day) return 'undated'
  return getPreviousDate(context)?.text && hour && !isMovingExternalAppointment(context) ? 'changed' : ''
}

/** Returns the variants of the date question. After a rejected date, adds the wordings for a repeated question (`anew`). */
const getDateQuestionVariants = (variant: string, context: DialogueContext): string[] =>
  getUseCount(context, 'more:day') > 0 ? [variant, 'anew'] : [variant]

/** Removes the stored day; the agent asks for it again. An agreed date stays stored as the previous one. Always returns null. */
const reopenDay = (context: DialogueContext): null => {
  if (getAppointmentDate(context).day) reopenAppointmentDate(context)
  setAppointmentDate(context, { day: undefined, date: undefined })
  reopenConversation(context)
  return null
}

/** Stores a day that does not exist or is past, so that the agent asks for another one. Always returns null. */
const storeImpossibleDay = (day: NamedDay, lines: readonly ParsedLine[], context: DialogueContext): null => {
  // 'Está assim desde 10/11' requests no appointment.
  if (lines.some(refersToPast) && day.text !== 'ontem') return null
  context.memory.facts[day.kind === 'none' ? 'noDay' : 'pastDay'] = day.text
  incrementUseCount(context, 'more:day')
  return reopenDay(context)
}

/**
 * Stores a vague date such as 'semana que vem' and returns null, so that the agent asks for the day. If the lead was vague before too,
 * returns the text as the day.
 */
const storeDateSpan = (day: NamedDay, context: DialogueContext): string | null => {
  const { facts } = context.memory
  if (getCancelledAppointment(context) !== null) facts.another = 'sim'
  if (facts.span !== undefined && getAppointmentDate(context).day === undefined) return day.text
  facts.span = day.text
  setAppointmentDate(context, { day: undefined })
  context.hasPartialAnswer = true
  return null
}

/**
 * Validates the named day and returns its text. Returns null if the agent must ask again: the day is impossible, vague or a closing day.
 */
const storeDay = (day: NamedDay, lines: readonly ParsedLine[], context: DialogueContext): string | null => {
  const { facts } = context.memory
  const storedDay = getAppointmentDate(context).day
  deleteFacts(context, 'noDay', 'pastDay')
  if (isImpossibleDay(day.kind)) return storeImpossibleDay(day, lines, context)
  if (day.kind === 'vague') return storeDateSpan(day, context)
  if (!day.date || day.text === storedDay) return storedDay ?? day.text
  if (isClosedOnDay(getOpeningHours(context), day.date) && facts.closed !== day.text) {
    facts.closed = day.text
    return reopenDay(context)
  }
  if (storedDay) reopenAppointmentDate(context)
  setAppointmentDate(context, { date: day.date })
  return day.text
}

const SPAN_PARTS = { 'no começo': /\b(comeco|inicio)\b/, 'no meio': /\bmeio\b/, 'no fim': /\b(fim|final)\b/ }
/** Returns the named part of a span, for example 'no começo (semana que vem)', or null. */
const extractSpanPart = (span: string | null, lines: readonly ParsedLine[]): string | null => {
  const part = findFirstValue(lines, ({ normalizedText }) => findMatchingName(normalizedText, SPAN_PARTS))
  return span && part ? `${part} (${span})` : null
}

/**
 * Creates the topic for the day of the meeting. One more question narrows down a vague date such as 'semana que vem'. `isWanted`: whether
 * the lead wants a meeting.
 */
export const dayTopic = (
  isWanted: (context: DialogueContext) => boolean,
  getVariant = (_context: DialogueContext) => '',
): TopicBehavior => ({
  getStoredValue: (context) => getAppointmentDate(context).day,
  isApplicable: (context) =>
    isMovingExternalAppointment(context) ||
    (getCancelledAppointment(context) === null ? isWanted(context) : getFact(context, 'another') === 'sim'),
  getPhraseValues: (context) => ({
    refused: getFact(context, 'noDay') ?? getFact(context, 'pastDay'),
    openDays: formatOpenDays(getOpeningHours(context) ?? []),
  }),
  getQuestionVariants: (context) => {
    const [isClosed, hasSpan] = [getFact(context, 'closed') !== null, getFact(context, 'span') !== null]
    if (getFact(context, 'noDay')) return ['none']
    if (getFact(context, 'pastDay')) return ['past']
    if (isMovingExternalAppointment(context) && !hasSpan && !isClosed) return ['moving']
    if (isClosed && getOpeningHours(context)) return ['closed']
    return hasSpan ? ['span'] : getDateQuestionVariants(getVariant(context), context)
  },
  extract: ({ lines, wasAsked, isUnsure }, context) => {
    if (!isAboutMeetingDate(lines, context)) return null
    const isKnown = getAppointmentDate(context).day !== undefined
    if (!isKnown && getCancelledAppointment(context) === null && !isMovingExternalAppointment(context) && !isWanted(context))
      return null
    if (isKnown && !mayReplaceDate(lines, context)) return null
    const day = findLastDay(lines, context)
    if (day) return storeDay(day, lines, context)
    if (!wasAsked) return null
    return extractSpanPart(getFact(context, 'span'), lines) ?? (isUnsure && context.memory.asked.day !== 1 ? 'a combinar' : null)
  },
  store: (value, context) => {
    const { memory, input } = context
    setAppointmentDate(context, { day: value })
    clearCancellation(context)
    deleteFacts(context, 'another', 'noDay', 'pastDay')
    if (getFact(context, 'closed') !== value) deleteFacts(context, 'closed')
    memory.skipped = memory.skipped.filter((key) => key !== 'hour')
    const [hour, { date }, openingHours] = [getAppointmentHour(context), getAppointmentDate(context), getOpeningHours(context)]
    if (!hour) return
    const isTooLate = isHourPast(date ?? null, hour, input.now, input.timeZone)
    if (!isTooLate && (!date || isClosedOnDay(openingHours, date) || !isClosedAtHour(openingHours, date, hour))) return
    memory.facts[isTooLate ? 'tooLate' : 'closedHour'] = hour.text
    setAppointmentDate(context, { hour: undefined })
  },
  getPhrasingVariant: selectDatePhrasing,
})

/**
 * Returns the reason why the hour is impossible on the stored day, or null if it is possible. The reason is also the fact key that stores
 * the hour.
 */
const getHourRejection = (hour: NamedHour, context: DialogueContext): 'noHour' | 'tooLate' | 'closedHour' | null => {
  const [{ date }, openingHours] = [getAppointmentDate(context), getOpeningHours(context)]
  if (hour.isImpossible) return 'noHour'
  if (isHourPast(date ?? null, hour, context.input.now, context.input.timeZone)) return 'tooLate'
  const isShut = date !== undefined && !isClosedOnDay(openingHours, date) && isClosedAtHour(openingHours, date, hour)
  return isShut && getFact(context, 'closedHour') !== hour.text ? 'closedHour' : null
}

/** Creates the topic for the hour of the meeting. The agent asks again if the hour is invalid, past or outside the opening hours. */
export const hourTopic = (isWanted: (context: DialogueContext) => boolean): TopicBehavior => ({
  getStoredValue: (context) => getAppointmentDate(context).hour,
  store: (value, context) => setAppointmentDate(context, { hour: value }),
  isApplicable: (context) =>
    (isMovingExternalAppointment(context) || isWanted(context) || getUseCount(context, 'more:day') > 0) &&
    getAppointmentDate(context).day !== undefined,
  getPhraseValues: (context) => ({
    openSpans: formatOpenTimes(getOpeningHours(context) ?? [], getAppointmentDate(context).date ?? ''),
  }),
  getQuestionVariants: (context) => {
    const [{ date }, openingHours] = [getAppointmentDate(context), getOpeningHours(context)]
    if (getFact(context, 'closedHour') && date && openingHours && !isClosedOnDay(openingHours, date)) return ['closed']
    if (getFact(context, 'noHour')) return ['none']
    if (getFact(context, 'tooLate') !== null) return ['past']
    return isMovingExternalAppointment(context) ? ['moving'] : getDateQuestionVariants('', context)
  },
  extract: (input, context) => {
    const { lines, wasAsked, isUnsure } = input
    if (!isAboutMeetingDate(lines, context)) return null
    const storedHour = getAppointmentDate(context).hour
    if (storedHour !== undefined && !mayReplaceDate(lines, context)) return null
    const hour = resolveMentionedHour(input, context)
    if (!hour) return wasAsked && isUnsure ? PLANS.anyHour : null
    if (storedHour === hour.text) return null
    deleteFacts(context, 'noHour', 'tooLate')
    const rejection = getHourRejection(hour, context)
    if (storedHour !== undefined && rejection !== 'closedHour') reopenAppointmentDate(context)
    if (rejection === null) return hour.text
    context.memory.facts[rejection] = hour.text
    setAppointmentDate(context, { hour: undefined })
    reopenConversation(context)
    return null
  },
  getPhrasingVariant: selectDatePhrasing,
})

/** Asks after a cancellation whether the lead wants another day. */
export const anotherDayTopic: TopicBehavior = {
  isApplicable: (context) => getCancelledAppointment(context) !== null,
  extract: ({ lines }, context) => {
    const isWanted = lines.some(({ intents }) => intents.has('meeting') || intents.has('reschedule'))
    return isWanted && getCancelledAppointment(context) !== null ? 'sim' : null
  },
  extractAnswer: ({ text, isAffirmative, isNegative }, context) => {
    if (getCancelledAppointment(context) === null) return null
    if (isNegative || /\b(depois|deixa|mais para frente|outra hora|vejo|aviso)\b/.test(text)) return 'não'
    return isAffirmative ? 'sim' : null
  },
}

/** Returns true if a sentence declines the meeting itself. 'Não posso de manhã, só à tarde' and 'não tenho nada contra' do not. */
const declinesMeeting = (line: ParsedLine, context: DialogueContext): boolean => {
  const { normalizedText, isQuestion } = line
  if (isQuestion || isYes(normalizedText) || (hasDayOrHour(line, context) && !isBareNo(normalizedText))) return false
  return isNo(normalizedText) || declinesToAnswer(normalizedText)
}

/** Returns whether the lead wants a meeting. A named day or hour counts as yes; null if the answer is unclear. */
export const wantsMeeting = ({ lines, isAffirmative }: TopicInput, context: DialogueContext): 'yes' | 'no' | null => {
  if (lines.some((line) => declinesMeeting(line, context))) return 'no'
  return isAffirmative || lines.some((line) => hasDayOrHour(line, context)) ? 'yes' : null
}

/** Returns a warning that the team may be absent at the agreed time, or null if none is needed. */
export const getDateCaveat = (context: DialogueContext): string | null => {
  const [{ date, day, hour }, openingHours] = [getAppointmentDate(context), getOpeningHours(context)]
  if (!date || !day || getCancelledAppointment(context) !== null) return null
  if (isClosedOnDay(openingHours, date) || (hour !== undefined && hour === getFact(context, 'closedHour')))
    return PLANS.caveat.closed
  if (!isUnusualTime(openingHours, date, getAppointmentHour(context)?.minutes ?? null)) return null
  return day.startsWith('domingo') ? PLANS.caveat.sunday : PLANS.caveat.unusual
}
