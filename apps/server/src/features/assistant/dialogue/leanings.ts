import type { Intent } from '../understanding/intents.ts'
import type { Understood } from '../understanding/understand.ts'
import { meetingsOf } from './calendar.ts'
import { cancelled, dateNow } from './standing.ts'
import type { Talk } from './talk.ts'

/** Intents that do not prevent a line from also changing the plans. */
const BESIDE: ReadonlySet<Intent> = new Set<Intent>(['greeting', 'thanks', 'bye', 'refusal', 'later', 'angry', 'meeting'])
const MEANT = { cancel: 'cancelIt', reschedule: 'reschedule' } as const

/** If an appointment exists, adds the intent to lines that only resemble a cancellation or move: 'pode dar a vaga pra outra pessoa'. */
export const withLeanings = (talk: Talk): Understood => {
  const { understood } = talk
  const stands = dateNow(talk).day !== undefined || meetingsOf(talk).length > 0
  if (!stands || cancelled(talk) !== null) return understood
  const lines = understood.lines.map((line) =>
    line.leans !== null && [...line.intents].every((intent) => BESIDE.has(intent)) && line.matters.length === 0
      ? { ...line, isNonsense: false, intents: new Set([...line.intents, MEANT[line.leans]]) }
      : line,
  )
  return { ...understood, lines, intents: new Set([...understood.intents, ...lines.flatMap(({ intents }) => [...intents])]) }
}
