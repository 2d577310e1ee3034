import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../database/database.ts'
import { whereTenant } from '../database/queries/where-tenant.ts'
import { presences, users } from '../database/schema/organisation/accounts.ts'
import type { Deps } from '../deps.ts'

/** Interval in milliseconds at which changes are written together, so that a page reload writes nothing. */
const WRITE_INTERVAL_MS = 1_000
/** Interval in milliseconds at which a process updates its rows (heartbeat). */
const HEARTBEAT_INTERVAL_MS = 20_000
/** Seconds without a heartbeat after which a process counts as crashed and its users as offline. */
const HEARTBEAT_TIMEOUT_SECONDS = 60

interface TrackedUser {
  tenantId: string
  userId: string
}

/** Tracks which users have the panel open. */
export interface PresenceTracker {
  addSocket(user: TrackedUser): void
  removeSocket(user: TrackedUser): void
  /** Marks all users of this process as offline, and stops tracking. */
  close(): Promise<void>
}

/** SQL condition for users with an open socket in any process. */
export const isUserOnline = sql<boolean>`EXISTS (
  SELECT FROM presences here WHERE here.tenant_id = users.tenant_id AND here.user_id = users.id
    AND here.seen_at > now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS}))`

/**
 * Creates a tracker that stores in the database which users are online, so that all processes show the same (3-team.md, section 5). Uses
 * the database's clock, because the clocks of processes may differ.
 */
export function createPresenceTracker(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  heartbeatMs = HEARTBEAT_INTERVAL_MS,
): PresenceTracker {
  const processId = uuid()
  const onlineUsers = new Map<string, TrackedUser & { count: number }>()
  const writtenUsers = new Map<string, TrackedUser>()
  const changedKeys = new Set<string>()
  let lastHeartbeat = Date.now()
  let pendingWrite: Promise<void> | null = null
  const getKey = ({ tenantId, userId }: TrackedUser) => `${tenantId}/${userId}`

  async function write(): Promise<void> {
    const keys = [...changedKeys]
    const isHeartbeatDue = Date.now() - lastHeartbeat >= heartbeatMs
    if (keys.length === 0 && !isHeartbeatDue) return
    const arrivingUsers = keys.flatMap((key) =>
      onlineUsers.has(key) && !writtenUsers.has(key) ? [onlineUsers.get(key) as TrackedUser] : [],
    )
    const leavingUsers = keys.flatMap((key) =>
      !onlineUsers.has(key) && writtenUsers.has(key) ? [writtenUsers.get(key) as TrackedUser] : [],
    )
    for (const key of keys) changedKeys.delete(key)
    try {
      await db.system(async (tx) => {
        await markOnline(tx, processId, arrivingUsers)
        await markOffline(tx, processId, leavingUsers)
        if (isHeartbeatDue) await updateHeartbeat(tx, processId)
      })
    } catch (error) {
      for (const key of keys) changedKeys.add(key)
      throw error
    }
    for (const { tenantId, userId } of arrivingUsers) writtenUsers.set(getKey({ tenantId, userId }), { tenantId, userId })
    for (const user of leavingUsers) writtenUsers.delete(getKey(user))
    if (isHeartbeatDue) lastHeartbeat = Date.now()
  }

  const writeSequentially = () => {
    pendingWrite ??= write()
      // A failed write is repeated after WRITE_INTERVAL_MS.
      .catch((error: unknown) => log.warn({ err: error }, 'who is there could not be written down'))
      .finally(() => {
        pendingWrite = null
      })
    return pendingWrite
  }
  const timer = setInterval(() => void writeSequentially(), WRITE_INTERVAL_MS).unref()

  return {
    addSocket: (user) => {
      const key = getKey(user)
      const tracked = onlineUsers.get(key)
      if (tracked) tracked.count++
      else onlineUsers.set(key, { tenantId: user.tenantId, userId: user.userId, count: 1 })
      changedKeys.add(key)
    },
    removeSocket: (user) => {
      const key = getKey(user)
      const tracked = onlineUsers.get(key)
      if (!tracked) return
      tracked.count--
      if (tracked.count > 0) return
      onlineUsers.delete(key)
      changedKeys.add(key)
    },
    close: async () => {
      clearInterval(timer)
      await pendingWrite
      for (const key of writtenUsers.keys()) changedKeys.add(key)
      onlineUsers.clear()
      await writeSequentially()
    },
  }
}

const SET_LAST_SEEN_NOW = { lastSeenAt: sql`now()` }
const isOneOfUsers = (trackedUsers: readonly TrackedUser[]) => {
  const userKeys = trackedUsers.map(({ tenantId, userId }) => sql`(${tenantId}::uuid, ${userId}::uuid)`)
  return sql`(${users.tenantId}, ${users.id}) IN (${sql.join(userKeys, sql`, `)})`
}

async function markOnline(tx: Tx, processId: string, arrivingUsers: readonly TrackedUser[]): Promise<void> {
  if (arrivingUsers.length === 0) return
  await tx.db
    .insert(presences)
    .values(arrivingUsers.map(({ tenantId, userId }) => ({ tenantId, userId, processId })))
    .onConflictDoUpdate({ target: [presences.tenantId, presences.userId, presences.processId], set: { seenAt: sql`now()` } })
  await tx.db.update(users).set(SET_LAST_SEEN_NOW).where(isOneOfUsers(arrivingUsers))
}

async function markOffline(tx: Tx, processId: string, leavingUsers: readonly TrackedUser[]): Promise<void> {
  if (leavingUsers.length === 0) return
  const ids = leavingUsers.map(({ userId }) => userId)
  await tx.db.delete(presences).where(and(eq(presences.processId, processId), inArray(presences.userId, ids)))
  await tx.db.update(users).set(SET_LAST_SEEN_NOW).where(isOneOfUsers(leavingUsers))
}

/** Marks a user as offline in all processes. */
export async function clearPresence(tx: Tx, { tenantId, userId }: TrackedUser): Promise<void> {
  await tx.db.delete(presences).where(whereTenant(presences, tenantId, eq(presences.userId, userId)))
}

/**
 * Updates the heartbeat of this process. Deletes the rows of crashed processes, and stores their last heartbeat as the time when their
 * users were last seen.
 */
async function updateHeartbeat(tx: Tx, processId: string): Promise<void> {
  await tx.db.update(presences).set({ seenAt: sql`now()` }).where(eq(presences.processId, processId))
  const isStale = lt(presences.seenAt, sql`now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`)
  const staleRows = await tx.db.delete(presences).where(isStale).returning()
  for (const { tenantId, userId, seenAt } of staleRows) {
    await tx.db
      .update(users)
      .set({ lastSeenAt: sql`GREATEST(${users.lastSeenAt}, ${seenAt.toISOString()}::timestamptz)` })
      .where(whereTenant(users, tenantId, eq(users.id, userId)))
  }
}
