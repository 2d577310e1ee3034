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

/** From this part of the room on, people are told. */
const NEAR = 0.8
/** Leads go on sending when the room for people's files is used up: what they send is not lost at once. */
const FOR_LEADS = 1.2

/** Most bytes that one person, or one visitor, may announce and not send. */
const RESERVED_MOST = 500 * MB
/** How long announced bytes count before they are sent. Milliseconds. */
const RESERVATION_MS = 3_600_000
export const reservedUntil = (now: Date): Date => new Date(now.getTime() + RESERVATION_MS)

/** Bytes of a file's parts that are here. */
const arrived = sql`LEAST(${files.size}, cardinality(${files.parts})::bigint * ${files.partBytes})`
/**
 * Locks an organisation's room until the transaction ends: whoever asks whether a file fits adds it before the next one asks. Taken before any
 * row of a message or file is locked.
 */
const lockRoom = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`room/${tenantId}`}, 0))`)

/** Sums the bytes of an organisation's files, each content once, with what is announced; and returns how many it has room for. */
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

/** Whoever reads it is no one who could make room. */
const FULL_FOR_LEADS = 'Não dá para receber arquivos por aqui agora. Tente mais tarde.'

const TOO_MUCH_RESERVED = `Você já tem ${roomText(RESERVED_MOST)} de arquivos a caminho. Espere que cheguem e tente de novo.`

/** Returns why so many bytes may not be added, or null if they may (MEDIA-24). Locks the organisation's room. */
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

/** Sums the bytes that somebody has announced within the hour and not sent. */
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

/** Whether the organisation has room for what it keeps itself. Locks its room. */
export const hasRoom = (tx: Tx, deps: RoomDeps, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, 1)

/** Whether the organisation has room for a lead's file. Locks its room. */
export const hasRoomForLeads = (tx: Tx, deps: RoomDeps, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, FOR_LEADS)

const stateOf = (used: number, quota: number): StorageState => {
  if (used >= quota) return 'full'
  return used < quota * NEAR ? 'under' : 'near'
}

/** How much room an organisation's files take up, and how much they have. */
export async function readStorage(tx: Tx, deps: RoomDeps, tenantId: string): Promise<Storage> {
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return { used_bytes: used, quota_bytes: quota, state: stateOf(used, quota) }
}

/** Nothing can be said anew: what only grows is full already, or what only shrinks was never near. */
const isAtEnd = (told: StorageState, way: 'more' | 'less'): boolean => told === STORAGE_STATES.at(way === 'more' ? -1 : 0)

/**
 * Tells that files take up 80 % or all of their room, or are below it again, once for each time that they come there, whichever process finds
 * out; within the transaction that brought `more` of them, left `less`, or gave them other room.
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
