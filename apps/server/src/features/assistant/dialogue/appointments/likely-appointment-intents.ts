import type { Intent } from '../../understanding/intents/intents.ts'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import type { DialogueContext } from '../dialogue-context.ts'
import { getAppointmentDate, getCancelledAppointment } from './appointment-state.ts'
import { getLeadMeetings } from './lead-meetings.ts'

/** Intents that a sentence may express besides cancelling or moving an appointment. */
const COMPATIBLE_INTENTS: ReadonlySet<Intent> = new Set<Intent>([
  'greeting',
  'thanks',
  'bye',
  'refusal',
  'later',
  'angry',
  'meeting',
])
const INTENT_BY_LIKELY_CHANGE = { cancel: 'cancelIt', reschedule: 'reschedule' } as const

/**
 * Adds the intent to cancel or move to sentences that only resemble such a request: 'pode dar a vaga pra outra pessoa'. Applies only if the
 * lead has an appointment.
 */
export const addLikelyAppointmentIntents = (context: DialogueContext): ParsedMessages => {
  const { parsedMessages } = context
  const hasAppointment = getAppointmentDate(context).day !== undefined || getLeadMeetings(context).length > 0
  if (!hasAppointment || getCancelledAppointment(context) !== null) return parsedMessages
  const lines = parsedMessages.lines.map((line) =>
    line.likelyAppointmentChange !== null &&
    [...line.intents].every((intent) => COMPATIBLE_INTENTS.has(intent)) &&
    line.teamMatters.length === 0
      ? { ...line, isNonsense: false, intents: new Set([...line.intents, INTENT_BY_LIKELY_CHANGE[line.likelyAppointmentChange]]) }
      : line,
  )
  return {
    ...parsedMessages,
    lines,
    intents: new Set([...parsedMessages.intents, ...lines.flatMap(({ intents }) => [...intents])]),
  }
}
