import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { canSendAs } from '@prosa/contract/rules/files/accepted-files'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { files, media } from '../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ownFileCondition } from './own-files.ts'
import type { FileOwner, FileRow, ReceivedFile, StoredFileRow } from './ports.ts'
import { ensureBytesStored } from './storage/content-storage.ts'
import { emitStorageState } from './storage/quota.ts'
import { getIncomingFileName } from './storage/storage-names.ts'

const UPLOADING_TEXT = 'O arquivo ainda está sendo enviado.'

const INVALID_FORM_TEXT = 'Este arquivo não pode ser enviado assim.'

/** Returns a completely uploaded file of its owner and locks it against deletion. @throws as `Files.getOwnStoredFile` */
export async function getOwnStoredFile(tx: Tx, owner: FileOwner, id: string): Promise<StoredFileRow> {
  const row = await lockOwnFile(tx, owner, id)
  const refusalReason = row.state === 'stored' && row.storedAs !== null ? null : (row.reason ?? UPLOADING_TEXT)
  if (row.storedAs === null || refusalReason !== null)
    throw errors.invalid(refusalReason ?? UPLOADING_TEXT, { file_id: refusalReason ?? UPLOADING_TEXT })
  return { ...row, storedAs: row.storedAs }
}

async function lockOwnFile(tx: Tx, owner: FileOwner, id: string): Promise<FileRow> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(ownFileCondition(owner, id))
    // Prevents the deletion of the file before the caller references it.
    .for('key share')
  if (!row) throw errors.notFound()
  return row
}

/** Returns an uploaded file that its owner wants to send as `mediaType`, and locks it against deletion. @throws as `Files.getFileToSend` */
export async function getFileToSend(
  tx: Tx,
  owner: FileOwner,
  { id, mediaType }: { id: string; mediaType: SentMediaType },
): Promise<FileRow> {
  const row = await lockOwnFile(tx, owner, id)
  const isAllowedType = row.kind !== 'sticker' && canSendAs(mediaType, { kind: row.kind, mime_type: row.mimeType })
  const refusalReason = row.state !== 'stored' ? (row.reason ?? UPLOADING_TEXT) : isAllowedType ? null : INVALID_FORM_TEXT
  if (refusalReason !== null) throw errors.invalid(refusalReason, { file: refusalReason })
  return row
}

/** Returns a stored file of the tenant. Returns null if no file has this id or its bytes are not stored. */
export async function findStoredFile(tx: Tx, tenantId: string, id: string): Promise<StoredFileRow | null> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(whereTenant(files, tenantId, eq(files.id, id)))
  return row && row.storedAs !== null ? { ...row, storedAs: row.storedAs } : null
}

/** Returns the file of a message. Returns null if the message has none or its bytes are not stored. */
export async function findMessageFile(tx: Tx, tenantId: string, messageId: string): Promise<StoredFileRow | null> {
  const [row] = await tx.db
    .select({ id: media.fileId })
    .from(media)
    .where(whereTenant(media, tenantId, eq(media.messageId, messageId)))
  return row?.id ? findStoredFile(tx, tenantId, row.id) : null
}

export async function attachFile(
  tx: Tx,
  messageId: string,
  { tenantId, id: fileId, kind, mimeType, filename, size }: FileRow,
): Promise<void> {
  await tx.db.insert(media).values({ tenantId, messageId, fileId, kind, mimeType, filename, size, state: 'stored' })
}

/** Stores a received file of a lead and attaches it to its message. @returns false if the message does not wait for a file */
export async function storeReceivedFile(
  tx: Tx,
  deps: Pick<Deps, 'fileStore' | 'clock' | 'config'>,
  { tenantId, messageId, sha256, size, mimeType, durationMs }: ReceivedFile,
): Promise<boolean> {
  const condition = whereTenant(media, tenantId, eq(media.messageId, messageId), eq(media.state, 'waiting'))
  const [pendingRow] = await tx.db.select().from(media).where(condition).for('update')
  if (!pendingRow) return false
  const type = pendingRow.mimeType ?? mimeType
  const fileId = uuid()
  await tx.db.insert(files).values({
    tenantId,
    id: fileId,
    origin: 'channel',
    sha256,
    storedAs: sha256,
    size,
    mimeType: type ?? 'application/octet-stream',
    kind: KINDS.find((kind) => kind === pendingRow.kind) ?? 'document',
    filename: pendingRow.filename,
    durationMs,
    state: 'stored',
    createdAt: deps.clock.now(),
  })
  await tx.db.update(media).set({ fileId, state: 'stored', size, mimeType: type }).where(condition)
  await emitStorageState(tx, deps, tenantId, 'more')
  await ensureBytesStored(tx, deps, { tenantId, incomingName: getIncomingFileName(messageId), sha256 })
  return true
}

const KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const
