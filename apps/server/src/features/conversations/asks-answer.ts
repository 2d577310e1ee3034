import { and, eq, notInArray } from 'drizzle-orm'
import { messages } from '../../kernel/db/schema/conversations.ts'

/** Meta's word of a lead, that it has a new number, say: it stands with what the lead said, who said nothing. */
export const NOTICE = 'system'

/** A reaction, a notice of the channel's own and what is on the phone only: seen by people, and nothing that an agent could answer. */
const ANSWERED_BY_NOBODY = ['reaction', NOTICE, 'unsupported']

/** What a lead said that wants an answer, now or when its agent is let speak again. */
export const asksAnswer = and(eq(messages.role, 'humano'), notInArray(messages.type, ANSWERED_BY_NOBODY))
