import { and, eq, getTableColumns, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { preparePerConnection } from '../../platform/database/prepare-per-connection.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { sessions, userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { removeTrustedDevices } from './second-step/trusted-device.ts'

const userWithTenant = { user: users, tenant: tenants }

/** Finds the user with this phone number in all tenants, for sign-in. Returns null if there is none. */
export async function findUserByPhone(systemTx: Tx, phone: string) {
  const [row] = await systemTx.db
    .select(userWithTenant)
    .from(userPhones)
    .innerJoin(users, whereTenant(users, userPhones.tenantId, eq(users.id, userPhones.userId)))
    .innerJoin(tenants, whereTenant(userPhones, tenants.id))
    .where(eq(userPhones.phone, phone))
  return row ?? null
}

export async function findUser(tx: Tx, tenantId: string, userId: string) {
  const [row] = await tx.db
    .select(userWithTenant)
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
  return row ?? null
}
export type UserWithTenant = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Finds a session with its user and tenant, which decide whether the session is valid. Returns null if the session does not exist. */
export async function findSession(tx: Tx, tenantId: string, sessionId: string) {
  const [row] = await selectSessionWithUser(tx.db).execute({ tenantId, sessionId })
  return row ?? null
}

/** Prepared statement, because it runs for every request. */
const selectSessionWithUser = preparePerConnection((db) =>
  db
    .select({ session: sessions, ...userWithTenant })
    .from(sessions)
    .innerJoin(users, whereTenant(users, sessions.tenantId, eq(users.id, sessions.userId)))
    .innerJoin(tenants, whereTenant(sessions, tenants.id))
    .where(whereTenant(sessions, sql.placeholder('tenantId'), eq(sessions.id, sql.placeholder('sessionId'))))
    .prepare('session_with_user'),
)

/**
 * Locks the row of a session until the transaction ends. Returns null if it does not exist. `rotatedMsAgo`: milliseconds since the refresh
 * token was last exchanged, by the database's clock, because the clocks of server processes may differ.
 */
export async function lockSession(tx: Tx, tenantId: string, sessionId: string) {
  const [row] = await tx.db
    .select({
      ...getTableColumns(sessions),
      rotatedMsAgo: sql<number | null>`EXTRACT(EPOCH FROM clock_timestamp() - ${sessions.rotatedAt})::float8 * 1000`,
    })
    .from(sessions)
    .where(whereTenant(sessions, tenantId, eq(sessions.id, sessionId)))
    .for('update')
  return row ?? null
}

export function listLiveSessions(tx: Tx, tenantId: string, userId: string) {
  return tx.db
    .select()
    .from(sessions)
    .where(whereTenant(sessions, tenantId, eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .orderBy(sessions.lastUsedAt)
}

interface EndSessionsInput {
  tenantId: string
  userId?: string
  sessionId?: string
  exceptSessionId?: string
  reason: string
  endedAt: Date
}

/**
 * Ends active sessions: one session, all or all but one of a user, or all of an organisation.
 * @returns the number of ended sessions
 */
export async function markSessionsEnded(
  tx: Tx,
  { tenantId, userId, sessionId, exceptSessionId, reason, endedAt }: EndSessionsInput,
): Promise<number> {
  const endedRows = await tx.db
    .update(sessions)
    .set({ endedAt: endedAt, endReason: reason })
    .where(
      whereTenant(
        sessions,
        tenantId,
        isNull(sessions.endedAt),
        userId ? eq(sessions.userId, userId) : undefined,
        sessionId ? eq(sessions.id, sessionId) : undefined,
        exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined,
      ),
    )
    .returning({ id: sessions.id })
  // When all sessions of a user end, the user's devices are no longer trusted either.
  if (userId && !sessionId && !exceptSessionId) await removeTrustedDevices(tx, { tenantId, userId })
  return endedRows.length
}

/** Deletes expired sessions that were last used before `before`, and records of failed second steps that are older than `before`. */
export async function deleteOldSessions(systemTx: Tx, before: Date, now: Date): Promise<void> {
  await systemTx.db.delete(sessions).where(and(lt(sessions.lastUsedAt, before), lt(sessions.expiresAt, now)))
  await systemTx.db.update(users).set({ stepRefusedAt: null, stepRefusedFrom: null }).where(lt(users.stepRefusedAt, before))
}
