import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { sessions } from '../../kernel/db/schema/accounts.ts'

type Session = typeof sessions.$inferSelect

/** Milliseconds without use after which a session with `endsIdle` ends. The panel applies the same limit (SESSION-18). */
const IDLE_MS = 60 * 60_000
/** Minimum time between two updates of `lastUsedAt`, in milliseconds. */
const NOTED_EVERY_MS = 60_000

const unusedMs = ({ lastUsedAt }: Session, now: Date): number => now.getTime() - lastUsedAt.getTime()

/** Whether a session with `endsIdle` ('Manter conectado' was not checked) has ended because it was not used for an hour. */
export const isIdle = (session: Session, now: Date): boolean =>
  session.endsIdle && unusedMs(session, now) > IDLE_MS + NOTED_EVERY_MS

/** Updates `lastUsedAt` of a session with `endsIdle`, at most once a minute. */
export async function noteUse(tx: Tx, session: Session, now: Date): Promise<void> {
  if (!session.endsIdle || unusedMs(session, now) <= NOTED_EVERY_MS) return
  const { tenantId, id } = session
  // Skips the row if another request has locked it to renew the session: that request updates `lastUsedAt` itself.
  await tx.db.execute(sql`
    UPDATE ${sessions} SET last_used_at = ${now.toISOString()}
    WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM ${sessions} WHERE ${ofTenant(sessions, tenantId)} AND id = ${id} FOR UPDATE SKIP LOCKED
    )`)
}
