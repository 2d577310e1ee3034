import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Locks the organisation's knowledge base against new sources until the transaction ends, so that duplicates and limits can be checked.
 * Acquire this lock before the lock of a knowledge source, to avoid deadlocks.
 */
export const lockKnowledge = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('knowledge'), hashtext(${tenantId}))`)
