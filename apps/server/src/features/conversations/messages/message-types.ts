import { and, eq, notInArray } from 'drizzle-orm'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'

/**
 * Type of a notice that a channel sends about a lead, such as a new phone number. The notice is stored with the lead's role, although the
 * lead wrote nothing.
 */
export const NOTICE_MESSAGE_TYPE = 'system'

/** Type of a stored reaction to a message. A reaction is displayed at that message and is not counted as a message. */
export const REACTION_MESSAGE_TYPE = 'reaction'

/** Types of lead messages that are displayed to users but that an agent cannot answer. */
const UNANSWERABLE_TYPES = [REACTION_MESSAGE_TYPE, NOTICE_MESSAGE_TYPE, 'unsupported']

/** SQL condition for a lead's messages that an agent should answer. */
export const answerableMessageCondition = and(eq(messages.role, 'humano'), notInArray(messages.type, UNANSWERABLE_TYPES))
