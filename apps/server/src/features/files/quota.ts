import { STORAGE_STATES, type Storage, type StorageState } from '@prosa/contract/entities/storage'
import { roomText } from '@prosa/contract/rules/room-text'
import { eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files, storageTold } from '../../kernel/db/schema/files.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { ownFiles } from './owner.ts'
import type { FileOwner } from './ports.ts'

const MB = 1024 * 1024
type RoomDeps = Pick<Deps, 'config' | 'clock'>

/** Fraction of the storage quota at which users are notified. */
const NEAR = 0.8
/** Factor on the storage quota for leads' files, so that they are still stored when the quota for users' files is used up. */
const FOR_LEADS = 1.2

/** Maximum bytes that one user or visitor may have announced and not yet uploaded. */
const RESERVED_MOST = 500 * MB
/** Time in milliseconds for which an announced upload reserves storage before its bytes arrive. */
const RESERVATION_MS = 3_600_000
export const reservedUntil = (now: Date): Date => new Date(now.getTime() + RESERVATION_MS)

/** SQL expression: bytes of the parts of a file that have arrived. */
const arrived = sql`LEAST(${files.size}, cardinality(${files.parts})::bigint * ${files.partBytes})`
/**
 * Locks an organisation's storage quota until the transaction ends, so that no two transactions check the quota at once. Must be locked
 * before any row of a message or file.
 */
const lockRoom = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`room/${tenantId}`}, 0))`)

/** Returns an organisation's storage quota, and the bytes used: each stored content once, plus uploads in progress. */
async function roomOf(tx: Tx, { config, clock }: RoomDeps, tenantId: string): Promise<{ used: number; quota: number }> {
  const now = clock.now().toISOString()
  const { rows } = await tx.db.execute(sql`
    SELECT (SELECT storage_mb FROM ${tenants} WHERE id = ${tenantId}) AS mb,
      (SELECT COALESCE(sum(size), 0)::float8 FROM (
        SELECT max(size) AS size FROM ${files} WHERE tenant_id = ${tenantId} AND stored_as IS NOT NULL GROUP BY stored_as) AS contents)
      + (SELECT COALESCE(sum(CASE WHEN reserved_until > ${now}::timestamptz THEN size ELSE ${arrived} END), 0)::float8
        FROM ${files} WHERE tenant_id = ${tenantId} AND stored_as IS NULL AND state = 'receiving') AS bytes`)
  const { mb, bytes } = rows[0] ?? {}
  return { used: Number(bytes ?? 0), quota: Number(mb ?? config.storageQuotaMb) * MB }
}

/** Message for visitors, who cannot free any storage. */
const FULL_FOR_LEADS = 'Não dá para receber arquivos por aqui agora. Tente mais tarde.'

const TOO_MUCH_RESERVED = `Você já tem ${roomText(RESERVED_MOST)} de arquivos a caminho. Espere que cheguem e tente de novo.`

/**
 * Returns a message if `size` more bytes exceed the storage quota or the owner's reservations, otherwise null (MEDIA-24). Locks the quota.
 */
export async function whyNoRoom(tx: Tx, deps: RoomDeps, who: FileOwner, size: number): Promise<string | null> {
  const { tenantId } = who
  await lockRoom(tx, tenantId)
  if ((await reservedBy(tx, deps, who)) + size > RESERVED_MOST) return TOO_MUCH_RESERVED
  const { used, quota } = await roomOf(tx, deps, tenantId)
  if ('visitor' in who) return used + size <= quota * FOR_LEADS ? null : FULL_FOR_LEADS
  return used + size <= quota
    ? null
    : `O espaço de arquivos acabou (${roomText(used)} de ${roomText(quota)}). Peça a um administrador para liberar.`
}

/** Returns the bytes that an owner has announced within the last hour and not yet uploaded. */
async function reservedBy(tx: Tx, { clock }: RoomDeps, who: FileOwner): Promise<number> {
  const [row] = await tx.db
    .select({ bytes: sql<string | null>`sum(${files.size} - ${arrived})` })
    .from(files)
    .where(ownFiles(who, eq(files.state, 'receiving'), gt(files.reservedUntil, clock.now())))
  return Number(row?.bytes ?? 0)
}

async function fits(tx: Tx, deps: RoomDeps, tenantId: string, size: number, times: number): Promise<boolean> {
  await lockRoom(tx, tenantId)
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return used + size <= quota * times
}

/** Whether the storage quota allows `size` more bytes of the organisation's own files. Locks the quota. */
export const hasRoom = (tx: Tx, deps: RoomDeps, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, 1)

/** Whether the storage quota allows a lead's file of `size` bytes. Locks the quota. */
export const hasRoomForLeads = (tx: Tx, deps: RoomDeps, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, FOR_LEADS)

const stateOf = (used: number, quota: number): StorageState => {
  if (used >= quota) return 'full'
  return used < quota * NEAR ? 'under' : 'near'
}

/** Returns the used bytes, the quota in bytes and the storage state of an organisation. */
export async function readStorage(tx: Tx, deps: RoomDeps, tenantId: string): Promise<Storage> {
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return { used_bytes: used, quota_bytes: quota, state: stateOf(used, quota) }
}

/** Whether the state cannot change: it is 'full' and files are added, or 'under' and files are removed. */
const isAtEnd = (told: StorageState, way: 'more' | 'less'): boolean => told === STORAGE_STATES.at(way === 'more' ? -1 : 0)

/**
 * Emits an event when files reach 80 % or 100 % of the storage quota, or fall below: once per change, whichever process detects it. Runs in
 * the transaction that adds files (`more`), removes files (`less`) or changes the quota.
 */
export async function tellStorage(tx: Tx, deps: RoomDeps, tenantId: string, way: 'more' | 'less' | 'other room'): Promise<void> {
  const [row] = await tx.db.select().from(storageTold).where(ofTenant(storageTold, tenantId))
  const told = row?.state ?? 'under'
  if (way !== 'other room' && isAtEnd(told, way)) return
  const { state } = await readStorage(tx, deps, tenantId)
  if (state === told) return
  const moved = await tx.db
    .insert(storageTold)
    .values({ tenantId, state })
    .onConflictDoUpdate({ target: storageTold.tenantId, set: { state }, setWhere: ne(storageTold.state, state) })
    .returning({ tenantId: storageTold.tenantId })
  if (moved.length > 0) tx.emit({ name: 'storage.moved', payload: { tenantId, state } })
}
