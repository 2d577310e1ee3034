import type { Intent } from '../../understanding/intents/intents.ts'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import type { DialogueContext } from '../dialogue-context.ts'
import { getAppointmentDate, getCancelledAppointment } from './appointment-state.ts'
import { getLeadMeetings } from './lead-meetings.ts'

/** Intents that a sentence may have besides a cancellation or change of an appointment. */
const COMPATIBLE_INTENTS: ReadonlySet<Intent> = new Set<Intent>([
  'greeting',
  'thanks',
  'bye',
  'refusal',
  'later',
  'angry',
  'meeting',
])
const INTENT_BY_LEANING = { cancel: 'cancelIt', reschedule: 'reschedule' } as const

/**
 * Returns the parsed messages. If the lead has an appointment, adds the intent to cancel or reschedule to sentences that only resemble one:
 * 'pode dar a vaga pra outra pessoa'.
 */
export const addLikelyAppointmentIntents = (talk: DialogueContext): ParsedMessages => {
  const { understood } = talk
  const stands = getAppointmentDate(talk).day !== undefined || getLeadMeetings(talk).length > 0
  if (!stands || getCancelledAppointment(talk) !== null) return understood
  const lines = understood.lines.map((line) =>
    line.leans !== null && [...line.intents].every((intent) => COMPATIBLE_INTENTS.has(intent)) && line.matters.length === 0
      ? { ...line, isNonsense: false, intents: new Set([...line.intents, INTENT_BY_LEANING[line.leans]]) }
      : line,
  )
  return { ...understood, lines, intents: new Set([...understood.intents, ...lines.flatMap(({ intents }) => [...intents])]) }
}
