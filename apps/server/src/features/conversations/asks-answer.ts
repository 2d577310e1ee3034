import { and, eq, notInArray } from 'drizzle-orm'
import { messages } from '../../kernel/db/schema/conversations.ts'

/** Meta's word of a lead, that it has a new number, say: it stands with what the lead said, who said nothing. */
export const NOTICE = 'system'

/** The type of a reaction to a message. It is shown at that message; it counts as no message and moves nothing. */
export const REACTION = 'reaction'

/** A reaction, a notice of the channel's own and what is on the phone only: seen by people, and nothing that an agent could answer. */
const ANSWERED_BY_NOBODY = [REACTION, NOTICE, 'unsupported']

/** What a lead said that wants an answer, now or when its agent is let speak again. */
export const asksAnswer = and(eq(messages.role, 'humano'), notInArray(messages.type, ANSWERED_BY_NOBODY))
