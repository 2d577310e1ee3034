import type { Readable } from 'node:stream'
import { FILE_PART_LIMITS_BYTES, type FileAnnouncement, type StoredFile } from '@prosa/contract/entities/files/file'
import {
  getFilenameError,
  getFileSizeError,
  TEAM_FILE_LIMITS,
  VISITOR_FILE_LIMITS,
} from '@prosa/contract/rules/files/accepted-files'
import { desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { streamExactBytes } from '../../../platform/http/bodies/streamed-body.ts'
import { inspectUpload } from '../inspection/inspect-upload.ts'
import { warmUpInspectionProcess } from '../isolated/isolated-file-tasks.ts'
import { findOwnFile, ownFilesCondition } from '../own-files.ts'
import type { FileOwner, FileRow, NewFileCheck } from '../ports.ts'
import { emitStorageState, getQuotaRefusalReason, getReservationEnd } from '../storage/quota.ts'
import { getIncomingPrefix, getPartName } from '../storage/storage-names.ts'
import { enforceVisitorLimits } from './visitor-limits.ts'

/** Milliseconds after which an unused file is deleted. */
const UNUSED_FILE_LIFETIME_MS = 24 * 3_600_000
/**
 * Milliseconds during which a repeated announcement returns the same file, with its uploaded parts. Shorter than the lifetime of an unused
 * file, so that the user still has time to send the file.
 */
const REANNOUNCE_WINDOW_MS = 12 * 3_600_000

const countParts = ({ size, partBytes }: Pick<FileRow, 'size' | 'partBytes'>): number => Math.ceil(size / partBytes)

/** Returns the numbers (from 1) of the parts of a file that have not been uploaded yet. */
const listMissingParts = (row: Pick<FileRow, 'state' | 'size' | 'partBytes' | 'parts'>): number[] => {
  const uploadedParts = new Set(row.parts)
  const allParts = row.state === 'receiving' ? Array.from({ length: countParts(row) }, (_, index) => index + 1) : []
  return allParts.filter((part) => !uploadedParts.has(part))
}

/** Converts a file row to the API's `StoredFile`. */
export const presentFile = (row: FileRow): StoredFile => ({
  id: row.id,
  sha256: row.sha256 ?? '',
  size: row.size,
  mime_type: row.mimeType,
  // Only leads send stickers, and files of leads are not presented by this function.
  kind: row.kind === 'sticker' ? 'image' : row.kind,
  filename: row.filename ?? '',
  state: row.state === 'receiving' && listMissingParts(row).length === 0 ? 'checking' : row.state,
  reason: row.reason,
  missing: listMissingParts(row),
  part_bytes: row.partBytes,
  created_at: row.createdAt.toISOString(),
})

const invalidFileError = (message: string) => errors.invalid(message, { file: message })

/**
 * Creates the row of an announced file. A repeated announcement returns the existing row. Reuses stored content of the organisation's users
 * or of the same visitor, but never of leads: otherwise anyone who knows a digest could get a lead's file (MEDIA-02).
 * @throws 400 with a message if not allowed; 429 for a visitor; the error of `checkNewFile`
 */
function createFile(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'config'>,
  fileOwner: FileOwner,
  { sha256, size, mime_type: mimeType, filename, part_bytes: partBytes = FILE_PART_LIMITS_BYTES.max }: FileAnnouncement,
  checkNewFile: NewFileCheck = async () => {},
): Promise<FileRow> {
  const { tenantId } = fileOwner
  const limits = 'visitor' in fileOwner ? VISITOR_FILE_LIMITS : TEAM_FILE_LIMITS
  const sizeError = getFileSizeError(size, undefined, limits)
  if (sizeError !== null) throw invalidFileError(sizeError)
  const now = deps.clock.now()
  return deps.db.tenant(tenantId, async (tx) => {
    const previousFile = await findAnnounced(
      tx,
      fileOwner,
      { sha256, size, filename, partBytes },
      new Date(now.getTime() - REANNOUNCE_WINDOW_MS),
    )
    if (previousFile) return previousFile
    if ('visitor' in fileOwner) await enforceVisitorLimits(tx, fileOwner, size, now)
    const existingContent = await findStoredContent(tx, fileOwner, { sha256, size })
    // Reused bytes are not inspected again, so the new filename is checked against their type here.
    const refusalReason = existingContent
      ? getFilenameError(filename, existingContent.mimeType, limits)
      : await getQuotaRefusalReason(tx, deps, fileOwner, size)
    if (refusalReason !== null) throw invalidFileError(refusalReason)
    await checkNewFile(existingContent ? 0 : size)
    const contentFields = existingContent
      ? {
          storedAs: existingContent.storedAs,
          mimeType: existingContent.mimeType,
          kind: existingContent.kind,
          durationMs: existingContent.durationMs,
          state: existingContent.state,
        }
      : { mimeType, kind: 'document' as const, state: 'receiving' as const, reservedUntil: getReservationEnd(now) }
    const ownerFields =
      'visitor' in fileOwner
        ? { origin: 'visitor' as const, visitor: fileOwner.visitor }
        : { origin: 'person' as const, userId: fileOwner.userId }
    const row = { tenantId, id: uuid(), ...ownerFields, sha256, size, filename, partBytes, ...contentFields }
    const [createdRow] = await tx.db
      .insert(files)
      .values({ ...row, createdAt: now })
      .returning()
    if (!createdRow) throw new Error('Unreachable: an insert answers its row')
    if (!existingContent) {
      warmUpInspectionProcess()
      await emitStorageState(tx, deps, tenantId, 'more')
    }
    await deps.jobs.send(
      tx,
      'drop-file',
      { tenantId, fileId: createdRow.id },
      { key: createdRow.id, afterMs: UNUSED_FILE_LIFETIME_MS },
    )
    return createdRow
  })
}

/**
 * Returns a file that the same owner announced since `since` with the same content, name and part size, or null. Announcements repeat after
 * a lost response or a page reload.
 */
async function findAnnounced(
  tx: Tx,
  owner: FileOwner,
  { sha256, size, filename, partBytes }: Pick<FileAnnouncement, 'sha256' | 'size' | 'filename'> & Pick<FileRow, 'partBytes'>,
  since: Date,
): Promise<FileRow | null> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(
      ownFilesCondition(
        owner,
        eq(files.sha256, sha256),
        eq(files.size, size),
        eq(files.filename, filename),
        // An unfinished file with another part size cannot be continued. The client may have been updated meanwhile.
        or(eq(files.partBytes, partBytes), eq(files.state, 'stored')),
        inArray(files.state, ['receiving', 'stored']),
        gt(files.createdAt, since),
      ),
    )
    .orderBy(desc(files.createdAt))
    .limit(1)
  return row ?? null
}

/** Returns a stored file whose bytes the owner may reuse, and locks it against deletion. Returns null if there is none. */
async function findStoredContent(
  tx: Tx,
  owner: FileOwner,
  { sha256, size }: Pick<FileAnnouncement, 'sha256' | 'size'>,
): Promise<FileRow | null> {
  const ownershipCondition = 'visitor' in owner ? eq(files.visitor, owner.visitor) : eq(files.origin, 'person')
  const [row] = await tx.db
    .select()
    .from(files)
    .where(
      whereTenant(
        files,
        owner.tenantId,
        eq(files.sha256, sha256),
        ownershipCondition,
        eq(files.state, 'stored'),
        eq(files.size, size),
      ),
    )
    .orderBy(desc(files.createdAt))
    .limit(1)
    // Prevents the deletion of the bytes while this transaction runs.
    .for('key share')
  return row ?? null
}

type UploadDeps = Pick<Deps, 'db' | 'fileStore' | 'virusScanner' | 'log' | 'clock' | 'config'>

/**
 * Creates the row of an announced file, or returns the existing row. Inspects the file if all its parts are uploaded.
 * @throws as `createFile`
 */
export const announceFile = async (
  deps: UploadDeps & Parameters<typeof createFile>[0],
  owner: FileOwner,
  announcement: FileAnnouncement,
  checkNewFile?: NewFileCheck,
) => inspectIfComplete(deps, await createFile(deps, owner, announcement, checkNewFile))

/** Returns an uploaded file of its owner. Inspects it if all its parts are uploaded. @throws 404 if the owner has no such file */
export const getOwnFile = async (deps: UploadDeps, owner: FileOwner, id: string): Promise<FileRow> =>
  inspectIfComplete(deps, await deps.db.tenant(owner.tenantId, (tx) => findOwnFile(tx, owner, id)))

async function inspectIfComplete(deps: UploadDeps, row: FileRow): Promise<FileRow> {
  return row.state === 'receiving' && listMissingParts(row).length === 0 ? inspectUpload(deps, row, countParts(row)) : row
}

/** Returns the size in bytes of part `n` of a file. @throws 400 if the file has no such part */
function getPartSize(row: FileRow, n: number): number {
  const partCount = countParts(row)
  if (n > partCount) throw wrongPartSizeError()
  return n < partCount ? row.partBytes : row.size - (partCount - 1) * row.partBytes
}

const wrongPartSizeError = () => errors.invalid(undefined, { part: 'A parte não tem o tamanho esperado.' })

/**
 * Verifies an uploaded part of a file before its bytes are read.
 * @param length announced size in bytes, null if unknown
 * @throws 404 if the file is not the owner's, 400 if the file has no such part or the size is wrong
 */
export async function verifyFilePart(
  deps: Pick<Deps, 'db'>,
  owner: FileOwner,
  { id, n }: { id: string; n: number },
  length: number | null,
): Promise<void> {
  const row = await deps.db.tenant(owner.tenantId, (tx) => findOwnFile(tx, owner, id))
  if (row.state === 'receiving' && length !== null && length !== getPartSize(row, n)) throw wrongPartSizeError()
}

/**
 * Reserves storage again for an unfinished upload whose reservation has expired.
 * @throws 400 with a message if the quota is used up
 */
async function renewReservation(deps: UploadDeps, owner: FileOwner, row: FileRow): Promise<void> {
  const now = deps.clock.now()
  if (row.reservedUntil !== null && row.reservedUntil > now) return
  const missingBytes = Math.min(row.size, listMissingParts(row).length * row.partBytes)
  await deps.db.tenant(owner.tenantId, async (tx) => {
    const refusalReason = await getQuotaRefusalReason(tx, deps, owner, missingBytes)
    if (refusalReason !== null) throw invalidFileError(refusalReason)
    await tx.db
      .update(files)
      .set({ reservedUntil: getReservationEnd(now) })
      .where(ownFilesCondition(owner, eq(files.id, row.id)))
  })
}

/**
 * Stores one part of a file while its bytes are received. Inspects the file after the last missing part.
 * @throws 404 if the file is not the owner's, 400 if the file has no such part
 */
export async function storeFilePart(
  deps: UploadDeps,
  owner: FileOwner,
  { id, n }: { id: string; n: number },
  bytes: Readable,
): Promise<FileRow> {
  const { tenantId } = owner
  const row = await deps.db.tenant(tenantId, (tx) => findOwnFile(tx, owner, id))
  if (row.state !== 'receiving') return row
  const partSize = getPartSize(row, n)
  await renewReservation(deps, owner, row)
  await deps.fileStore.put(tenantId, getPartName(id, n), streamExactBytes(bytes, partSize, wrongPartSizeError))
  const [updatedRow] = await deps.db.tenant(tenantId, (tx) =>
    tx.db
      .update(files)
      .set({
        parts: sql`CASE WHEN ${n}::int = ANY(${files.parts}) THEN ${files.parts} ELSE array_append(${files.parts}, ${n}::int) END`,
      })
      .where(whereTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving')))
      .returning(),
  )
  if (!updatedRow) {
    // An inspection ended after a repeated upload of this part, or the file was deleted meanwhile.
    const current = await deps.db.tenant(tenantId, (tx) => findOwnFile(tx, owner, id).catch(() => null))
    await deps.fileStore.remove(tenantId, getIncomingPrefix(id))
    if (!current) throw errors.notFound()
    return current
  }
  return listMissingParts(updatedRow).length === 0 ? inspectUpload(deps, updatedRow, countParts(updatedRow)) : updatedRow
}
