import { STORAGE_STATES, type Storage, type StorageState } from '@prosa/contract/entities/files/storage'
import { formatStorageSize } from '@prosa/contract/rules/files/format-storage-size'
import { eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files, reportedStorageStates } from '../../../platform/database/schema/conversations/files.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ownFilesCondition } from '../own-files.ts'
import type { FileOwner } from '../ports.ts'

const MB = 1024 * 1024
type QuotaDeps = Pick<Deps, 'config' | 'clock'>

/** Fraction of the quota at which users are notified that the storage is nearly full. */
const NEAR_QUOTA_FRACTION = 0.8
/** Factor by which the quota is larger for files of leads. Their files are still stored after users have used up the normal quota. */
const LEAD_QUOTA_FACTOR = 1.2

/** Maximum number of bytes that one user or visitor may announce before uploading them. */
const MAX_RESERVED_BYTES = 500 * MB
/** Milliseconds for which an announced file reserves storage. */
const RESERVATION_MS = 3_600_000
export const getReservationEnd = (now: Date): Date => new Date(now.getTime() + RESERVATION_MS)

/** SQL expression for the number of uploaded bytes of a file. */
const arrivedBytes = sql`LEAST(${files.size}, cardinality(${files.parts})::bigint * ${files.partBytes})`
/**
 * Locks an organisation's storage quota until the transaction ends. To avoid deadlocks, acquire this lock before any lock of a message or
 * file.
 */
const lockQuota = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`room/${tenantId}`}, 0))`)

/**
 * Returns the storage quota and the used storage of an organisation, in bytes. Equal contents count once; uploads in progress are included.
 */
async function loadUsageAndQuota(
  tx: Tx,
  { config, clock }: QuotaDeps,
  tenantId: string,
): Promise<{ used: number; quota: number }> {
  const now = clock.now().toISOString()
  const { rows } = await tx.db.execute(sql`
    SELECT (SELECT storage_mb FROM ${tenants} WHERE id = ${tenantId}) AS mb,
      (SELECT COALESCE(sum(size), 0)::float8 FROM (
        SELECT max(size) AS size FROM ${files} WHERE tenant_id = ${tenantId} AND stored_as IS NOT NULL GROUP BY stored_as) AS contents)
      + (SELECT COALESCE(sum(CASE WHEN reserved_until > ${now}::timestamptz THEN size ELSE ${arrivedBytes} END), 0)::float8
        FROM ${files} WHERE tenant_id = ${tenantId} AND stored_as IS NULL AND state = 'receiving') AS bytes`)
  const { mb, bytes } = rows[0] ?? {}
  return { used: Number(bytes ?? 0), quota: Number(mb ?? config.storageQuotaMb) * MB }
}

/** Message for web chat visitors. They cannot free any storage. */
const FULL_FOR_LEADS_TEXT = 'Não dá para receber arquivos por aqui agora. Tente mais tarde.'

const TOO_MUCH_RESERVED_TEXT = `Você já tem ${formatStorageSize(MAX_RESERVED_BYTES)} de arquivos a caminho. Espere que cheguem e tente de novo.`

/**
 * Returns the reason, as a text for the owner, why `size` more bytes are not allowed (MEDIA-24). Returns null if they are allowed. Locks
 * the quota.
 */
export async function getQuotaRefusalReason(tx: Tx, deps: QuotaDeps, owner: FileOwner, size: number): Promise<string | null> {
  const { tenantId } = owner
  await lockQuota(tx, tenantId)
  if ((await sumReservedBytes(tx, deps, owner)) + size > MAX_RESERVED_BYTES) return TOO_MUCH_RESERVED_TEXT
  const { used, quota } = await loadUsageAndQuota(tx, deps, tenantId)
  if ('visitor' in owner) return used + size <= quota * LEAD_QUOTA_FACTOR ? null : FULL_FOR_LEADS_TEXT
  return used + size <= quota
    ? null
    : `O espaço de arquivos acabou (${formatStorageSize(used)} de ${formatStorageSize(quota)}). Peça a um administrador para liberar.`
}

/** Returns the number of bytes that an owner has reserved but not uploaded yet. */
async function sumReservedBytes(tx: Tx, { clock }: QuotaDeps, owner: FileOwner): Promise<number> {
  const [row] = await tx.db
    .select({ bytes: sql<string | null>`sum(${files.size} - ${arrivedBytes})` })
    .from(files)
    .where(ownFilesCondition(owner, eq(files.state, 'receiving'), gt(files.reservedUntil, clock.now())))
  return Number(row?.bytes ?? 0)
}

async function fitsQuota(tx: Tx, deps: QuotaDeps, tenantId: string, size: number, quotaFactor: number): Promise<boolean> {
  await lockQuota(tx, tenantId)
  const { used, quota } = await loadUsageAndQuota(tx, deps, tenantId)
  return used + size <= quota * quotaFactor
}

/** Whether the storage quota allows `size` more bytes of the organisation's own files. Locks the quota. */
export const hasStorageRoom = (tx: Tx, deps: QuotaDeps, tenantId: string, size: number): Promise<boolean> =>
  fitsQuota(tx, deps, tenantId, size, 1)

/** Whether the storage quota allows another file of `size` bytes from a lead. Locks the quota. */
export const hasStorageRoomForLeads = (tx: Tx, deps: QuotaDeps, tenantId: string, size: number): Promise<boolean> =>
  fitsQuota(tx, deps, tenantId, size, LEAD_QUOTA_FACTOR)

const getStorageState = (used: number, quota: number): StorageState => {
  if (used >= quota) return 'full'
  return used < quota * NEAR_QUOTA_FRACTION ? 'under' : 'near'
}

export async function getStorageUsage(tx: Tx, deps: QuotaDeps, tenantId: string): Promise<Storage> {
  const { used, quota } = await loadUsageAndQuota(tx, deps, tenantId)
  return { used_bytes: used, quota_bytes: quota, state: getStorageState(used, quota) }
}

/** Whether a change cannot alter the reported state: more files when it is already 'full', or fewer files when it is 'under'. */
const isAtExtremeState = (reportedState: StorageState, change: 'more' | 'less'): boolean =>
  reportedState === STORAGE_STATES.at(change === 'more' ? -1 : 0)

/**
 * Emits an event once when the used storage rises or falls past 80 % or 100 % of the quota.
 * @param change what the caller's transaction does: adds files, removes files, or changes the quota ('other room')
 */
export async function emitStorageState(
  tx: Tx,
  deps: QuotaDeps,
  tenantId: string,
  change: 'more' | 'less' | 'other room',
): Promise<void> {
  const [row] = await tx.db.select().from(reportedStorageStates).where(whereTenant(reportedStorageStates, tenantId))
  const reportedState = row?.state ?? 'under'
  if (change !== 'other room' && isAtExtremeState(reportedState, change)) return
  const { state } = await getStorageUsage(tx, deps, tenantId)
  if (state === reportedState) return
  const changedRows = await tx.db
    .insert(reportedStorageStates)
    .values({ tenantId, state })
    .onConflictDoUpdate({
      target: reportedStorageStates.tenantId,
      set: { state },
      setWhere: ne(reportedStorageStates.state, state),
    })
    .returning({ tenantId: reportedStorageStates.tenantId })
  if (changedRows.length > 0) tx.emit({ name: 'storage.moved', payload: { tenantId, state } })
}
