import { STORAGE_STATES, type Storage, type StorageState } from '@prosa/contract/entities/storage'
import { roomText } from '@prosa/contract/rules/room-text'
import { ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files, storageTold } from '../../kernel/db/schema/files.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { FileOwner } from './ports.ts'

const MB = 1024 * 1024
/** From this part of the room on, people are told. */
const NEAR = 0.8
/** Leads go on sending when the room for people's files is used up: what they send is not lost at once. */
const FOR_LEADS = 1.2

/** Bytes that an organisation's files take up, each content once and what is still coming in too, and how many it has room for. */
async function roomOf(tx: Tx, { config }: Pick<Deps, 'config'>, tenantId: string): Promise<{ used: number; quota: number }> {
  const { rows } = await tx.db.execute(sql`
    SELECT (SELECT storage_mb FROM ${tenants} WHERE id = ${tenantId}) AS mb, COALESCE(sum(size), 0)::float8 AS bytes FROM (
      SELECT max(size) AS size FROM ${files} WHERE tenant_id = ${tenantId} AND state <> 'refused'
      GROUP BY COALESCE(stored_as, id::text)) AS contents`)
  const { mb, bytes } = rows[0] ?? {}
  return { used: Number(bytes ?? 0), quota: Number(mb ?? config.storageQuotaMb) * MB }
}

/** Whoever reads it is no one who could make room. */
const FULL_FOR_LEADS = 'Não dá para receber arquivos por aqui agora. Tente mais tarde.'

/** Why so many bytes may not be added; null: they may (MEDIA-24). */
export async function whyNoRoom(tx: Tx, deps: Pick<Deps, 'config'>, who: FileOwner, size: number): Promise<string | null> {
  const { tenantId } = who
  if ('visitor' in who) return (await hasRoomForLeads(tx, deps, tenantId, size)) ? null : FULL_FOR_LEADS
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return used + size <= quota
    ? null
    : `O espaço de arquivos acabou (${roomText(used)} de ${roomText(quota)}). Peça a um administrador para liberar.`
}

const fits = async (tx: Tx, deps: Pick<Deps, 'config'>, tenantId: string, size: number, times: number): Promise<boolean> => {
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return used + size <= quota * times
}

/** True while the organisation has room for what it keeps itself. */
export const hasRoom = (tx: Tx, deps: Pick<Deps, 'config'>, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, 1)

export const hasRoomForLeads = (tx: Tx, deps: Pick<Deps, 'config'>, tenantId: string, size: number): Promise<boolean> =>
  fits(tx, deps, tenantId, size, FOR_LEADS)

const stateOf = (used: number, quota: number): StorageState => {
  if (used >= quota) return 'full'
  return used < quota * NEAR ? 'under' : 'near'
}

/** How much room an organisation's files take up, and how much they have. */
export async function readStorage(tx: Tx, deps: Pick<Deps, 'config'>, tenantId: string): Promise<Storage> {
  const { used, quota } = await roomOf(tx, deps, tenantId)
  return { used_bytes: used, quota_bytes: quota, state: stateOf(used, quota) }
}

/** Nothing can be said anew: what only grows is full already, or what only shrinks was never near. */
const isAtEnd = (told: StorageState, way: 'more' | 'less'): boolean => told === STORAGE_STATES.at(way === 'more' ? -1 : 0)

/**
 * Tells that files take up 80 % or all of their room, or are below it again, once for each time that they come there, whichever process finds
 * out; within the transaction that brought `more` of them, left `less`, or gave them other room.
 */
export async function tellStorage(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  tenantId: string,
  way: 'more' | 'less' | 'other room',
): Promise<void> {
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
