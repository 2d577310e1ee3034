import { isDateTimeOnly } from '../../understanding/dates/date-time-only.ts'
import { extractDay, extractDays, type NamedDay } from '../../understanding/dates/day.ts'
import { extractHour, type NamedHour } from '../../understanding/dates/hour.ts'
import type { Mention } from '../../understanding/dates/mentions.ts'
import type { Intent } from '../../understanding/intents/intents.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { type DialogueContext, renderNextPhrasing } from '../dialogue-context.ts'
import PLANS from '../phrases/plans.json' with { type: 'json' }
import { findFirstValue } from '../topics/topic.ts'
import { getAppointmentDate } from './appointment-state.ts'

type NormalizedLine = Pick<ParsedLine, 'normalizedText'>

export const extractLineDay = ({ normalizedText }: NormalizedLine, { input }: DialogueContext): NamedDay | null =>
  extractDay(normalizedText, input.now, input.timeZone)
export const extractLineDays = ({ normalizedText }: NormalizedLine, { input }: DialogueContext): Mention<NamedDay>[] =>
  extractDays(normalizedText, input.now, input.timeZone)
/** Returns true if a text contains only a day or an hour. */
export const isBareDate = ({ normalizedText }: NormalizedLine, { input }: DialogueContext): boolean =>
  isDateTimeOnly(normalizedText, input.now, input.timeZone)
export const hasDayOrHour = (line: NormalizedLine, context: DialogueContext): boolean =>
  extractLineDay(line, context) !== null || extractHour(line.normalizedText, false) !== null

export const mentionsDayOrHour = (context: DialogueContext): boolean =>
  context.parsedMessages.lines.some((line) => hasDayOrHour(line, context))

/** Returns all dates (`yyyy-MM-dd`) in the lead's messages. */
export const getMentionedDates = (context: DialogueContext): string[] =>
  context.parsedMessages.lines.flatMap((line) => extractLineDays(line, context)).flatMap(({ value }) => value.date ?? [])

export const findLastDay = (lines: readonly ParsedLine[], context: DialogueContext): NamedDay | null =>
  findFirstValue(lines.toReversed(), (line) => extractLineDay(line, context))
export const findLastHour = (lines: readonly ParsedLine[], wasAsked: boolean): NamedHour | null =>
  findFirstValue(lines.toReversed(), ({ normalizedText }) => extractHour(normalizedText, wasAsked))

export const refersToPast = ({ normalizedText }: ParsedLine): boolean => /\b(desde|ontem|faz|ha) \b/.test(normalizedText)

/** Returns true if a statement names a day and a clock time, which implies a meeting. Statements about the past do not count. */
export const namesDayAndHour = (lines: readonly ParsedLine[], context: DialogueContext): boolean => {
  const statements = lines.filter((line) => !line.isQuestion && !refersToPast(line))
  return findLastDay(statements, context)?.kind === 'day' && findLastHour(statements, false)?.minutes != null
}

/** Topics (questions of the agent) whose answer may name the day or hour of a meeting. */
const MEETING_DATE_TOPICS = new Set(['agrees', 'callBack', 'decision', 'another', 'day', 'hour', 'phone', 'email'])
/** Topics (questions of the agent) whose answer may name a day other than that of a meeting. */
const OTHER_DATE_TOPICS = new Set(['since', 'timing'])
/** Matches words that announce another day or hour, for example 'que tal' or 'prefiro'. */
const CHANGE_WORDS =
  /\b(pode ser|podia ser|que tal|melhor|prefiro|preferi\w*|muda\w*|mude\w*|troca\w*|troque|passa|na verdade|alias|ops|digo|quer dizer|corrig\w+|corrijo|errei|esqueci|me enganei|foi mal|pensando bem|em vez|ao inves|remarc\w+|reagend\w+)\b/

const isDateAgreed = (context: DialogueContext): boolean =>
  Boolean(getAppointmentDate(context).day && getAppointmentDate(context).hour)

/** Returns the sentence and its clauses, as far as they contain only a day or an hour. */
const extractBareDates = ({ normalizedText }: ParsedLine, context: DialogueContext): NormalizedLine[] =>
  [normalizedText, ...normalizedText.split(/[;.!]|, | (?:mas|que|porque|pois) /)]
    .map((part) => ({ normalizedText: part }))
    .filter((part) => isBareDate(part, context))

/**
 * Returns true if a sentence replaces the agreed date. Signs are: a word for change, rejection of the old day, day and hour together, or
 * another hour.
 */
const replacesAgreedDate = (line: ParsedLine, context: DialogueContext): boolean => {
  if (refersToPast(line)) return false
  const agreedDay = getAppointmentDate(context).day
  const movesAway =
    extractLineDay(line, context) !== null &&
    extractLineDay(line, context)?.text !== agreedDay &&
    extractLineDays(line, context).some(({ value }) => value.text === agreedDay)
  return extractBareDates(line, context).some((part) => {
    const [day, hour] = [extractLineDay(part, context), extractHour(part.normalizedText, false)]
    if (day === null && hour === null) return false
    if (CHANGE_WORDS.test(line.normalizedText) || movesAway) return true
    return day === null ? !line.isQuestion : hour !== null
  })
}

const hasAnyIntent = ({ parsedMessages }: DialogueContext, ...intents: readonly Intent[]): boolean =>
  intents.some((intent) => parsedMessages.intents.has(intent))

/**
 * Returns true if the sentences may replace the stored day or hour. A goodbye, a question or a bare day does not replace an agreed date.
 */
export const mayReplaceDate = (lines: readonly ParsedLine[], context: DialogueContext): boolean =>
  hasAnyIntent(context, 'reschedule', 'cancel') ||
  lines.some((line) =>
    isDateAgreed(context)
      ? replacesAgreedDate(line, context)
      : isBareDate(line, context) || CHANGE_WORDS.test(line.normalizedText),
  )

export const isAboutMeetingDate = (lines: readonly ParsedLine[], context: DialogueContext): boolean => {
  const pending = context.memory.pending ?? ''
  return (
    hasAnyIntent(context, 'meeting', 'reschedule', 'cancel') ||
    MEETING_DATE_TOPICS.has(pending) ||
    namesDayAndHour(lines, context) ||
    (isDateAgreed(context) && lines.some((line) => replacesAgreedDate(line, context))) ||
    (!OTHER_DATE_TOPICS.has(pending) && lines.some((line) => isBareDate(line, context)))
  )
}

/**
 * Reminds the lead of the agreed date after a message such as 'Hoje?' or 'quinta'. For another day, adds how to change the date. Returns
 * null if no date is agreed or no bare day is named.
 */
export const buildDateReminder = (context: DialogueContext): string | null => {
  const namedDay = findFirstValue(context.parsedMessages.lines, (line) =>
    isBareDate(line, context) ? extractLineDay(line, context) : null,
  )
  if (namedDay?.kind !== 'day' || !isDateAgreed(context)) return null
  return namedDay.text === getAppointmentDate(context).day
    ? renderNextPhrasing(context, 'stands', PLANS.stands.same)
    : renderNextPhrasing(context, 'reminder', PLANS.stands.other)
}
