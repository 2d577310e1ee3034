import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Locks the organisation's knowledge against additions until the transaction ends, for checks of duplicates and limits. Take this lock
 * before that of a source, to avoid a deadlock.
 */
export const lockKnowledge = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('knowledge'), hashtext(${tenantId}))`)
