import { sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { sessions } from '../../kernel/db/schema/accounts.ts'

type Session = typeof sessions.$inferSelect

/** How long a session that ends idle lasts without use: as long as the panel's own rule (SESSION-18). */
const IDLE_MS = 60 * 60_000
/** How exactly the last use is known: it is written at most this often. */
const NOTED_EVERY_MS = 60_000

const unusedMs = ({ lastUsedAt }: Session, now: Date): number => now.getTime() - lastUsedAt.getTime()

/** Whether a session has ended by itself: 'Manter conectado' was not checked, and nothing has used it for an hour. */
export const isIdle = (session: Session, now: Date): boolean =>
  session.endsIdle && unusedMs(session, now) > IDLE_MS + NOTED_EVERY_MS

/** Notes that a session which ends idle is used now, unless that was noted a moment ago. */
export async function noteUse(tx: Tx, session: Session, now: Date): Promise<void> {
  if (!session.endsIdle || unusedMs(session, now) <= NOTED_EVERY_MS) return
  const { tenantId, id } = session
  // Another request may hold the row for as long as a renewal takes; that one notes the use itself.
  await tx.db.execute(sql`
    UPDATE ${sessions} SET last_used_at = ${now.toISOString()}
    WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM ${sessions} WHERE ${ofTenant(sessions, tenantId)} AND id = ${id} FOR UPDATE SKIP LOCKED
    )`)
}
