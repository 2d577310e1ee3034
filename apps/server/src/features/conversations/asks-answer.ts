import { and, eq, notInArray } from 'drizzle-orm'
import { messages } from '../../kernel/db/schema/conversations.ts'

/**
 * Type of a channel's notice about a lead, such as a new phone number. It is stored with the lead's role, although the lead wrote nothing.
 */
export const NOTICE = 'system'

/** Type of a reaction to a message. It is shown at that message and is not counted as a message. */
export const REACTION = 'reaction'

/** Types of a lead's messages that users see but an agent cannot answer. */
const ANSWERED_BY_NOBODY = [REACTION, NOTICE, 'unsupported']

/** SQL condition for a lead's messages that an agent should answer. */
export const asksAnswer = and(eq(messages.role, 'humano'), notInArray(messages.type, ANSWERED_BY_NOBODY))
