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

type NormalizedLine = Pick<ParsedLine, 'folded'>

export const extractLineDay = ({ folded }: NormalizedLine, { input }: DialogueContext): NamedDay | null =>
  extractDay(folded, input.now, input.timeZone)
export const extractLineDays = ({ folded }: NormalizedLine, { input }: DialogueContext): Mention<NamedDay>[] =>
  extractDays(folded, input.now, input.timeZone)
/** Returns true if a sentence contains nothing but a day or an hour. */
export const isBareDate = ({ folded }: NormalizedLine, { input }: DialogueContext): boolean =>
  isDateTimeOnly(folded, input.now, input.timeZone)
export const hasDayOrHour = (line: NormalizedLine, talk: DialogueContext): boolean =>
  extractLineDay(line, talk) !== null || extractHour(line.folded, false) !== null

/** Returns true if the lead's messages name a day or an hour. */
export const mentionsDayOrHour = (talk: DialogueContext): boolean =>
  talk.understood.lines.some((line) => hasDayOrHour(line, talk))

/** Returns all dates that the lead's messages name, as `yyyy-MM-dd`. */
export const getMentionedDates = (talk: DialogueContext): string[] =>
  talk.understood.lines.flatMap((line) => extractLineDays(line, talk)).flatMap(({ value }) => value.date ?? [])

/** Returns the last day that the sentences name, or null. */
export const findLastDay = (lines: readonly ParsedLine[], talk: DialogueContext): NamedDay | null =>
  findFirstValue(lines.toReversed(), (line) => extractLineDay(line, talk))
export const findLastHour = (lines: readonly ParsedLine[], answering: boolean): NamedHour | null =>
  findFirstValue(lines.toReversed(), ({ folded }) => extractHour(folded, answering))

export const refersToPast = ({ folded }: ParsedLine): boolean => /\b(desde|ontem|faz|ha) \b/.test(folded)

/**
 * Returns true if the sentences name a day together with a clock time, which implies a meeting. Ignores questions and sentences about the
 * past.
 */
export const namesDayAndHour = (lines: readonly ParsedLine[], talk: DialogueContext): boolean => {
  const said = lines.filter((line) => !line.isQuestion && !refersToPast(line))
  return findLastDay(said, talk)?.kind === 'day' && findLastHour(said, false)?.from != null
}

/** Keys of topics whose answer may contain the day or hour of a meeting. */
const MEETING_DATE_TOPICS = new Set(['agrees', 'callBack', 'decision', 'another', 'day', 'hour', 'phone', 'email'])
/** Keys of topics whose answer may contain a day that is not the day of a meeting. */
const OTHER_DATE_TOPICS = new Set(['since', 'timing'])
/** Matches words that announce a replacement of the agreed day or hour. */
const CHANGE_WORDS =
  /\b(pode ser|podia ser|que tal|melhor|prefiro|preferi\w*|muda\w*|mude\w*|troca\w*|troque|passa|na verdade|alias|ops|digo|quer dizer|corrig\w+|corrijo|errei|esqueci|me enganei|foi mal|pensando bem|em vez|ao inves|remarc\w+|reagend\w+)\b/

/** Returns true if both day and hour of the appointment are agreed. */
const isDateAgreed = (talk: DialogueContext): boolean => Boolean(getAppointmentDate(talk).day && getAppointmentDate(talk).hour)

/** Returns the parts of a sentence that contain nothing but a day or an hour: the whole sentence or single clauses. */
const extractBareDates = ({ folded }: ParsedLine, talk: DialogueContext): NormalizedLine[] =>
  [folded, ...folded.split(/[;.!]|, | (?:mas|que|porque|pois) /)]
    .map((part) => ({ folded: part }))
    .filter((part) => isBareDate(part, talk))

/**
 * Returns true if a sentence replaces the agreed date: with a word for change, by rejecting the old day, with day and hour together, or
 * with another hour.
 */
const replacesAgreedDate = (line: ParsedLine, talk: DialogueContext): boolean => {
  if (refersToPast(line)) return false
  const known = getAppointmentDate(talk).day
  const movesAway =
    extractLineDay(line, talk) !== null &&
    extractLineDay(line, talk)?.text !== known &&
    extractLineDays(line, talk).some(({ value }) => value.text === known)
  return extractBareDates(line, talk).some((part) => {
    const [day, hour] = [extractLineDay(part, talk), extractHour(part.folded, false)]
    if (day === null && hour === null) return false
    if (CHANGE_WORDS.test(line.folded) || movesAway) return true
    return day === null ? !line.isQuestion : hour !== null
  })
}

const hasAnyIntent = ({ understood }: DialogueContext, ...intents: readonly Intent[]): boolean =>
  intents.some((intent) => understood.intents.has(intent))

/**
 * Returns true if the sentences may replace the stored day or hour. A goodbye, a question or a day alone does not replace an agreed date.
 */
export const mayReplaceDate = (lines: readonly ParsedLine[], talk: DialogueContext): boolean =>
  hasAnyIntent(talk, 'reschedule', 'cancel') ||
  lines.some((line) =>
    isDateAgreed(talk) ? replacesAgreedDate(line, talk) : isBareDate(line, talk) || CHANGE_WORDS.test(line.folded),
  )

export const isAboutMeetingDate = (lines: readonly ParsedLine[], talk: DialogueContext): boolean => {
  const pending = talk.memory.pending ?? ''
  return (
    hasAnyIntent(talk, 'meeting', 'reschedule', 'cancel') ||
    MEETING_DATE_TOPICS.has(pending) ||
    namesDayAndHour(lines, talk) ||
    (isDateAgreed(talk) && lines.some((line) => replacesAgreedDate(line, talk))) ||
    (!OTHER_DATE_TOPICS.has(pending) && lines.some((line) => isBareDate(line, talk)))
  )
}

/**
 * Returns a sentence that reminds the lead of the agreed date after they mention a day alone ('Hoje?', 'quinta'). If it is another day,
 * also says how to change the date. Returns null if no date is agreed or no day is mentioned.
 */
export const remindOfDate = (talk: DialogueContext): string | null => {
  const named = findFirstValue(talk.understood.lines, (line) => (isBareDate(line, talk) ? extractLineDay(line, talk) : null))
  if (named?.kind !== 'day' || !isDateAgreed(talk)) return null
  return named.text === getAppointmentDate(talk).day
    ? renderNextPhrasing(talk, 'stands', PLANS.stands.same)
    : renderNextPhrasing(talk, 'reminder', PLANS.stands.other)
}
