import { dayIn, daysIn, type NamedDay } from '../understanding/day.ts'
import { hourIn, type NamedHour } from '../understanding/hour.ts'
import type { Intent } from '../understanding/intents.ts'
import type { Mention } from '../understanding/mentions.ts'
import type { Line } from '../understanding/understand.ts'
import { isOnlyWhen } from '../understanding/when.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { dateNow } from './standing.ts'
import { type Talk, takeTurns } from './talk.ts'
import { firstOf } from './topic.ts'

type Words = Pick<Line, 'folded'>

export const dayNamed = ({ folded }: Words, { input }: Talk): NamedDay | null => dayIn(folded, input.now, input.timeZone)
export const daysMentioned = ({ folded }: Words, { input }: Talk): Mention<NamedDay>[] =>
  daysIn(folded, input.now, input.timeZone)
/** Returns true if a text contains only a day or an hour. */
export const isBareDate = ({ folded }: Words, { input }: Talk): boolean => isOnlyWhen(folded, input.now, input.timeZone)
export const isDated = (line: Words, talk: Talk): boolean => dayNamed(line, talk) !== null || hourIn(line.folded, false) !== null

/** Returns true if the lead names a day or an hour. */
export const namesWhen = (talk: Talk): boolean => talk.understood.lines.some((line) => isDated(line, talk))

/** Returns all dates that the lead names, as `yyyy-MM-dd`. */
export const daysNamed = (talk: Talk): string[] =>
  talk.understood.lines.flatMap((line) => daysMentioned(line, talk)).flatMap(({ value }) => value.date ?? [])

/** Returns the day in a lead's messages. The last mention counts. */
export const dayOf = (lines: readonly Line[], talk: Talk): NamedDay | null =>
  firstOf(lines.toReversed(), (line) => dayNamed(line, talk))
export const hourOf = (lines: readonly Line[], answering: boolean): NamedHour | null =>
  firstOf(lines.toReversed(), ({ folded }) => hourIn(folded, answering))

export const isAside = ({ folded }: Line): boolean => /\b(desde|ontem|faz|ha) \b/.test(folded)

/** Returns true if a day and a numeric hour are named together, which implies a meeting. */
export const namesATime = (lines: readonly Line[], talk: Talk): boolean => {
  const said = lines.filter((line) => !line.isQuestion && !isAside(line))
  return dayOf(said, talk)?.kind === 'day' && hourOf(said, false)?.from != null
}

/** Topics whose answer may contain a day or an hour for a meeting. */
const NEAR_A_DATE = new Set(['agrees', 'callBack', 'decision', 'another', 'day', 'hour', 'phone', 'email'])
/** Topics whose answer may contain a day that is not for a meeting. */
const NEAR_ANOTHER_TIME = new Set(['since', 'timing'])
/** Matches words that announce a replacement of the agreed day or hour. */
const CHANGES =
  /\b(pode ser|podia ser|que tal|melhor|prefiro|preferi\w*|muda\w*|mude\w*|troca\w*|troque|passa|na verdade|alias|ops|digo|quer dizer|corrig\w+|corrijo|errei|esqueci|me enganei|foi mal|pensando bem|em vez|ao inves|remarc\w+|reagend\w+)\b/

/** Returns true if day and hour are both agreed, so that the lead relies on them. */
const isSettled = (talk: Talk): boolean => Boolean(dateNow(talk).day && dateNow(talk).hour)

/** Returns the parts of a line that contain only a day or an hour: the whole line, or clauses. */
const datesIn = ({ folded }: Line, talk: Talk): Words[] =>
  [folded, ...folded.split(/[;.!]|, | (?:mas|que|porque|pois) /)]
    .map((part) => ({ folded: part }))
    .filter((part) => isBareDate(part, talk))

/**
 * Returns true if a line replaces the agreed date: with a word for change, with day and hour together, with another hour, or by rejecting
 * the old day.
 */
const replaces = (line: Line, talk: Talk): boolean => {
  if (isAside(line)) return false
  const known = dateNow(talk).day
  const movesAway =
    dayNamed(line, talk) !== null &&
    dayNamed(line, talk)?.text !== known &&
    daysMentioned(line, talk).some(({ value }) => value.text === known)
  return datesIn(line, talk).some((part) => {
    const [day, hour] = [dayNamed(part, talk), hourIn(part.folded, false)]
    if (day === null && hour === null) return false
    if (CHANGES.test(line.folded) || movesAway) return true
    return day === null ? !line.isQuestion : hour !== null
  })
}

const plans = ({ understood }: Talk, ...intents: readonly Intent[]): boolean =>
  intents.some((intent) => understood.intents.has(intent))

/** Returns true if the lead's messages may replace a known date. A goodbye, a question or a bare day does not replace an agreed one. */
export const mayReplace = (lines: readonly Line[], talk: Talk): boolean =>
  plans(talk, 'reschedule', 'cancel') ||
  lines.some((line) => (isSettled(talk) ? replaces(line, talk) : isBareDate(line, talk) || CHANGES.test(line.folded)))

export const speaksOfADate = (lines: readonly Line[], talk: Talk): boolean => {
  const pending = talk.memory.pending ?? ''
  return (
    plans(talk, 'meeting', 'reschedule', 'cancel') ||
    NEAR_A_DATE.has(pending) ||
    namesATime(lines, talk) ||
    (isSettled(talk) && lines.some((line) => replaces(line, talk))) ||
    (!NEAR_ANOTHER_TIME.has(pending) && lines.some((line) => isBareDate(line, talk)))
  )
}

/**
 * Reminds the lead of the agreed date if a bare day is mentioned ('Hoje?', 'quinta'). If it is another day, also says how to change the
 * date. Returns null if no reminder is needed.
 */
export const remindOfDate = (talk: Talk): string | null => {
  const named = firstOf(talk.understood.lines, (line) => (isBareDate(line, talk) ? dayNamed(line, talk) : null))
  if (named?.kind !== 'day' || !isSettled(talk)) return null
  return named.text === dateNow(talk).day
    ? takeTurns(talk, 'stands', PLANS.stands.same)
    : takeTurns(talk, 'reminder', PLANS.stands.other)
}
