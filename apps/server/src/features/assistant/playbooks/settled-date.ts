import { dayIn, daysIn, type HeardDay } from '../hear/day.ts'
import type { Line } from '../hear/hear.ts'
import { type HeardHour, hourIn } from '../hear/hour.ts'
import { isOnlyWhen } from '../hear/when.ts'
import { whenText } from './appointment.ts'
import { fact, firstOf, type Talk, takeTurns } from './playbook.ts'

/** Questions whose answer may name a day or an hour at once. */
const NEAR_A_DATE = new Set(['agrees', 'callBack', 'decision', 'another', 'day', 'hour', 'phone', 'email'])
/** Questions whose answer may be a day that nobody is to come on. */
const NEAR_ANOTHER_TIME = new Set(['since', 'timing'])
/** What says that another day or hour is meant to stand in the place of the one that does. */
const CHANGES =
  /\b(pode ser|podia ser|que tal|melhor|prefiro|preferi\w*|muda\w*|mude\w*|troca\w*|troque|passa|na verdade|alias|ops|digo|quer dizer|corrig\w+|corrijo|errei|esqueci|me enganei|foi mal|pensando bem|em vez|ao inves|remarc\w+|reagend\w+)\b/

/** The day of a burst: what was written last counts. */
export const dayOf = (lines: readonly Line[], { input }: Talk): HeardDay | null =>
  firstOf(lines.toReversed(), ({ folded }) => dayIn(folded, input.now, input.timeZone))
export const hourOf = (lines: readonly Line[], answering: boolean): HeardHour | null =>
  firstOf(lines.toReversed(), ({ folded }) => hourIn(folded, answering))

export const isAside = ({ folded }: Line): boolean => /\b(desde|ontem|faz|ha) \b/.test(folded)

/** A day and an hour by number in one breath: nobody says that but to meet. */
export const namesATime = (lines: readonly Line[], talk: Talk): boolean => {
  const said = lines.filter((line) => !line.isQuestion && !isAside(line))
  return dayOf(said, talk)?.kind === 'day' && hourOf(said, false)?.from != null
}

/** Day and hour are both known: the lead was told so, and counts on it. */
const isSettled = (talk: Talk): boolean => fact(talk, 'day') !== null && fact(talk, 'hour') !== null

/** What of a line speaks of a day or an hour and of nothing else: all of it, or a clause. */
const datesIn = ({ folded }: Line, { input }: Talk): string[] =>
  [folded, ...folded.split(/[;.!]|, | (?:mas|que|porque|pois) /)].filter((part) => isOnlyWhen(part, input.now, input.timeZone))

/** Said of another date than the settled one: with a word of change, as day and hour together, as another hour, or by refusing the old day. */
const replaces = (line: Line, talk: Talk): boolean => {
  const { now, timeZone } = talk.input
  if (isAside(line)) return false
  const known = fact(talk, 'day')
  const meant = dayIn(line.folded, now, timeZone)
  const movesAway =
    meant !== null && meant.text !== known && daysIn(line.folded, now, timeZone).some(({ value }) => value.text === known)
  return datesIn(line, talk).some((part) => {
    const [day, hour] = [dayIn(part, now, timeZone), hourIn(part, false)]
    if (day === null && hour === null) return false
    if (CHANGES.test(line.folded) || movesAway) return true
    return day === null ? !line.isQuestion : hour !== null
  })
}

/** A date that is known already gives way only to one that is meant to replace it: never to a goodbye, a question or a bare day. */
export const mayReplace = (lines: readonly Line[], talk: Talk): boolean => {
  const { heard, input } = talk
  if (heard.intents.has('reschedule') || heard.intents.has('cancel')) return true
  return isSettled(talk)
    ? lines.some((line) => replaces(line, talk))
    : lines.some(({ folded }) => isOnlyWhen(folded, input.now, input.timeZone) || CHANGES.test(folded))
}

export const speaksOfADate = (lines: readonly Line[], talk: Talk): boolean => {
  const { state, heard, input } = talk
  const { pending } = state
  if (['meeting', 'reschedule', 'cancel'].some((intent) => heard.intents.has(intent as 'cancel'))) return true
  if (NEAR_A_DATE.has(pending ?? '') || namesATime(lines, talk)) return true
  if (isSettled(talk) && lines.some((line) => replaces(line, talk))) return true
  return !NEAR_ANOTHER_TIME.has(pending ?? '') && lines.some(({ folded }) => isOnlyWhen(folded, input.now, input.timeZone))
}

/** 'Hoje?', 'quinta', said where a day is settled: it stands, and the lead hears which; of another day also how to change it. */
export const remindOfDate = (talk: Talk): string | null => {
  const { input, heard } = talk
  const named = firstOf(heard.lines, ({ folded }) =>
    isOnlyWhen(folded, input.now, input.timeZone) ? dayIn(folded, input.now, input.timeZone) : null,
  )
  if (named?.kind !== 'day' || !isSettled(talk)) return null
  const stands = whenText(talk)
  if (named.text === fact(talk, 'day'))
    return takeTurns(talk, 'stands', [`Isso, está anotado ${stands}.`, `Certo, segue ${stands}.`])
  return takeTurns(talk, 'reminder', [
    `O que está anotado é ${stands}. Se quiser mudar, me diz o novo dia e o horário.`,
    `Por enquanto segue ${stands}. Pra trocar, é só me dizer o dia e a hora.`,
    `Está anotado ${stands}; pra mudar, me manda dia e hora juntos.`,
  ])
}
