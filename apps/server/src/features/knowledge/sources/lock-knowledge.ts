import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Locks the adding of knowledge sources to an organisation until the transaction ends, for checking duplicates and limits. To avoid
 * deadlocks, acquire this lock before locking a single source.
 */
export const lockKnowledge = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('knowledge'), hashtext(${tenantId}))`)
