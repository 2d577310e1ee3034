import { DANGER_SIGNS } from '../../../kernel/guard-memory.ts'
import type { LeadMessage } from '../decision.ts'
import { understand } from '../understanding/understand.ts'

/** True where somebody may be in danger: that is answered whatever else would stop the agent. */
export const isInDanger = (messages: readonly LeadMessage[]): boolean => {
  const { intents } = understand(messages)
  return DANGER_SIGNS.some((danger) => intents.has(danger))
}
