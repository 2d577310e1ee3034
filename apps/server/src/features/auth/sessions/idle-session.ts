import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { sessions } from '../../../platform/database/schema/organisation/accounts.ts'

type SessionRow = typeof sessions.$inferSelect

/** Milliseconds without use after which a session with `endsIdle` ends. The panel applies the same limit (SESSION-18). */
const IDLE_TIMEOUT_MS = 60 * 60_000
/** Minimum milliseconds between two updates of `lastUsedAt`. */
const USE_UPDATE_INTERVAL_MS = 60_000

const getUnusedMs = ({ lastUsedAt }: SessionRow, now: Date): number => now.getTime() - lastUsedAt.getTime()

/** Whether a session without 'Manter conectado' (`endsIdle`) was not used for an hour. */
export const isSessionIdle = (session: SessionRow, now: Date): boolean =>
  session.endsIdle && getUnusedMs(session, now) > IDLE_TIMEOUT_MS + USE_UPDATE_INTERVAL_MS

/** Updates `lastUsedAt` of a session with `endsIdle`, at most once a minute. Other sessions have no idle limit. */
export async function recordSessionUse(tx: Tx, session: SessionRow, now: Date): Promise<void> {
  if (!session.endsIdle || getUnusedMs(session, now) <= USE_UPDATE_INTERVAL_MS) return
  const { tenantId, id } = session
  // Skips a row that another request has locked to renew the session: that request updates `lastUsedAt`.
  await tx.db.execute(sql`
    UPDATE ${sessions} SET last_used_at = ${now.toISOString()}
    WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM ${sessions} WHERE ${whereTenant(sessions, tenantId)} AND id = ${id} FOR UPDATE SKIP LOCKED
    )`)
}
