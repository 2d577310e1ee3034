import { and, isNotNull, lt } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations } from '../../kernel/db/schema/conversations.ts'

/** Clears, for every organisation, the keyed hashes of addresses that visitors last wrote from before that. */
export async function clearAddressKeys(system: Tx, before: Date): Promise<void> {
  await system.db
    .update(conversations)
    .set({ addressKey: null })
    .where(and(isNotNull(conversations.addressKey), lt(conversations.lastClientMessageAt, before)))
}
