import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'

/**
 * Nobody else adds to the organisation's knowledge until the transaction ends: what is there already, and how much, is counted and then added to.
 * Before any source is locked, so that neither waits for the other in turn.
 */
export const holdKnowledge = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('knowledge'), hashtext(${tenantId}))`)
