import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../database/database.ts'
import { whereTenant } from '../database/queries/where-tenant.ts'
import { presences, users } from '../database/schema/organisation/accounts.ts'
import type { Deps } from '../deps.ts'

/** Interval in milliseconds at which changes are written to the database together, so that a page reload writes nothing. */
const WRITE_INTERVAL_MS = 1_000
/** Interval in milliseconds at which a process refreshes the entries of its users (heartbeat). */
const HEARTBEAT_INTERVAL_MS = 20_000
/** Seconds without a heartbeat after which a process counts as crashed and its users as offline. */
const HEARTBEAT_TIMEOUT_SECONDS = 60

interface TrackedUser {
  tenantId: string
  userId: string
}

/** Tracks which users have the panel open, by their open sockets. */
export interface PresenceTracker {
  came(who: TrackedUser): void
  left(who: TrackedUser): void
  /** Marks all users of this process as offline, and stops. */
  close(): Promise<void>
}

/** Condition for a query of users: the user has an open socket in any process. */
export const isUserOnline = sql<boolean>`EXISTS (
  SELECT FROM presences here WHERE here.tenant_id = users.tenant_id AND here.user_id = users.id
    AND here.seen_at > now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS}))`

/**
 * Creates a tracker that stores in the database which users are online, so that all processes show the same state, with or without Redis
 * (3-team.md, section 5). Uses the database's clock, because the processes' clocks may differ. `beatMs`: heartbeat interval.
 */
export function createPresenceTracker({ db, log }: Pick<Deps, 'db' | 'log'>, beatMs = HEARTBEAT_INTERVAL_MS): PresenceTracker {
  const processId = uuid()
  const sockets = new Map<string, TrackedUser & { count: number }>()
  const written = new Map<string, TrackedUser>()
  const changed = new Set<string>()
  let lastBeat = Date.now()
  let writing: Promise<void> | null = null
  const keyOf = ({ tenantId, userId }: TrackedUser) => `${tenantId}/${userId}`

  async function write(): Promise<void> {
    const keys = [...changed]
    const isBeat = Date.now() - lastBeat >= beatMs
    if (keys.length === 0 && !isBeat) return
    const coming = keys.flatMap((key) => (sockets.has(key) && !written.has(key) ? [sockets.get(key) as TrackedUser] : []))
    const going = keys.flatMap((key) => (!sockets.has(key) && written.has(key) ? [written.get(key) as TrackedUser] : []))
    for (const key of keys) changed.delete(key)
    try {
      await db.system(async (tx) => {
        await markOnline(tx, processId, coming)
        await markOffline(tx, processId, going)
        if (isBeat) await updateHeartbeat(tx, processId)
      })
    } catch (error) {
      for (const key of keys) changed.add(key)
      throw error
    }
    for (const { tenantId, userId } of coming) written.set(keyOf({ tenantId, userId }), { tenantId, userId })
    for (const who of going) written.delete(keyOf(who))
    if (isBeat) lastBeat = Date.now()
  }

  const writeInTurn = () => {
    writing ??= write()
      // A failed write is repeated at the next interval.
      .catch((error: unknown) => log.warn({ err: error }, 'who is there could not be written down'))
      .finally(() => {
        writing = null
      })
    return writing
  }
  const timer = setInterval(() => void writeInTurn(), WRITE_INTERVAL_MS).unref()

  return {
    came: (who) => {
      const key = keyOf(who)
      const known = sockets.get(key)
      if (known) known.count++
      else sockets.set(key, { tenantId: who.tenantId, userId: who.userId, count: 1 })
      changed.add(key)
    },
    left: (who) => {
      const key = keyOf(who)
      const known = sockets.get(key)
      if (!known) return
      known.count--
      if (known.count > 0) return
      sockets.delete(key)
      changed.add(key)
    },
    close: async () => {
      clearInterval(timer)
      await writing
      for (const key of written.keys()) changed.add(key)
      sockets.clear()
      await writeInTurn()
    },
  }
}

const SET_LAST_SEEN_NOW = { lastSeenAt: sql`now()` }
const isOneOfUsers = (all: readonly TrackedUser[]) => {
  const places = all.map(({ tenantId, userId }) => sql`(${tenantId}::uuid, ${userId}::uuid)`)
  return sql`(${users.tenantId}, ${users.id}) IN (${sql.join(places, sql`, `)})`
}

async function markOnline(tx: Tx, processId: string, coming: readonly TrackedUser[]): Promise<void> {
  if (coming.length === 0) return
  await tx.db
    .insert(presences)
    .values(coming.map(({ tenantId, userId }) => ({ tenantId, userId, processId })))
    .onConflictDoUpdate({ target: [presences.tenantId, presences.userId, presences.processId], set: { seenAt: sql`now()` } })
  await tx.db.update(users).set(SET_LAST_SEEN_NOW).where(isOneOfUsers(coming))
}

async function markOffline(tx: Tx, processId: string, going: readonly TrackedUser[]): Promise<void> {
  if (going.length === 0) return
  const ids = going.map(({ userId }) => userId)
  await tx.db.delete(presences).where(and(eq(presences.processId, processId), inArray(presences.userId, ids)))
  await tx.db.update(users).set(SET_LAST_SEEN_NOW).where(isOneOfUsers(going))
}

/** Marks the user as offline in all processes. */
export async function clearPresence(tx: Tx, { tenantId, userId }: TrackedUser): Promise<void> {
  await tx.db.delete(presences).where(whereTenant(presences, tenantId, eq(presences.userId, userId)))
}

/**
 * Updates the heartbeat of this process. Deletes the entries of processes without a recent heartbeat, and stores their last heartbeat as
 * the time when those users were last seen.
 */
async function updateHeartbeat(tx: Tx, processId: string): Promise<void> {
  await tx.db.update(presences).set({ seenAt: sql`now()` }).where(eq(presences.processId, processId))
  const silent = lt(presences.seenAt, sql`now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`)
  const gone = await tx.db.delete(presences).where(silent).returning()
  for (const { tenantId, userId, seenAt } of gone) {
    await tx.db
      .update(users)
      .set({ lastSeenAt: sql`GREATEST(${users.lastSeenAt}, ${seenAt.toISOString()}::timestamptz)` })
      .where(whereTenant(users, tenantId, eq(users.id, userId)))
  }
}
