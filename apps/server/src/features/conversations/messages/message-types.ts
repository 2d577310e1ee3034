import { and, eq, notInArray } from 'drizzle-orm'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'

/**
 * Type of a channel's notice about a lead, such as a new phone number. It is stored with the lead's role, although the lead wrote nothing.
 */
export const NOTICE_MESSAGE_TYPE = 'system'

/** Type of a reaction to a message. It is shown at that message and is not counted as a message. */
export const REACTION_MESSAGE_TYPE = 'reaction'

/** Types of a lead's messages that users see but an agent cannot answer. */
const UNANSWERABLE_TYPES = [REACTION_MESSAGE_TYPE, NOTICE_MESSAGE_TYPE, 'unsupported']

/** SQL condition for a lead's messages that an agent should answer. */
export const answerableMessageCondition = and(eq(messages.role, 'humano'), notInArray(messages.type, UNANSWERABLE_TYPES))
