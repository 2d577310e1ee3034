import { and, isNotNull, lt } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'

/**
 * Clears the keyed hash of the visitor's IP address in all conversations whose lead last wrote before `before`, in all organisations.
 */
export async function clearAddressKeys(system: Tx, before: Date): Promise<void> {
  await system.db
    .update(conversations)
    .set({ addressKey: null })
    .where(and(isNotNull(conversations.addressKey), lt(conversations.lastClientMessageAt, before)))
}
