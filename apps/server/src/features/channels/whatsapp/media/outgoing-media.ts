import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { files, media } from '../../../../platform/database/schema/conversations/files.ts'
import { metaMedia } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { OutgoingMedia } from '../../../../platform/external-services/whatsapp-api.ts'
import type { MessageToSend, PendingUploadResult, SendFailure } from '../../../conversations/ports.ts'
import type { Files, StoredFileRow } from '../../../files/ports.ts'
import type { WhatsAppNumberRef, WhatsAppNumberRow } from '../numbers/numbers.ts'

const DAY_MS = 86_400_000
const SECOND_MS = 1_000
/** Number of days during which an uploaded file is reused. Meta deletes uploaded files after 30 days. */
const REUSE_DAYS = 29
const DELETE_AFTER_DAYS = 31

/** Meta's error codes for a file that is unknown or unsuitable, for example because the upload has expired. */
const MEDIA_ERROR_CODES = new Set([100, 131008, 131009, 131053])
export const isMediaError = (code: number | null): boolean => code !== null && MEDIA_ERROR_CODES.has(code)

const whereContent = ({ tenantId, id }: Pick<WhatsAppNumberRow, 'tenantId' | 'id'>, content: string) =>
  whereTenant(metaMedia, tenantId, eq(metaMedia.numberId, id), eq(metaMedia.content, content))

/** Returns Meta's id of a file that was uploaded for this WhatsApp number. Returns null if the file must be uploaded. */
export async function findUploadedMediaId(
  tx: Tx,
  number: WhatsAppNumberRow,
  { storedAs }: StoredFileRow,
  now: Date,
): Promise<string | null> {
  const since = new Date(now.getTime() - REUSE_DAYS * DAY_MS)
  const [row] = await tx.db
    .select({ id: metaMedia.providerId })
    .from(metaMedia)
    .where(and(whereContent(number, storedAs), gt(metaMedia.uploadedAt, since), isNotNull(metaMedia.providerId)))
  return row?.id ?? null
}

/** Stores Meta's id of an uploaded file, and deletes expired ids of the organisation. */
export async function storeUploadedMediaId(
  tx: Tx,
  number: WhatsAppNumberRow,
  { storedAs }: StoredFileRow,
  providerId: string,
  now: Date,
): Promise<void> {
  const { tenantId, id: numberId } = number
  await tx.db
    .insert(metaMedia)
    .values({ tenantId, numberId, content: storedAs, providerId, uploadedAt: now })
    .onConflictDoUpdate({
      target: [metaMedia.tenantId, metaMedia.numberId, metaMedia.content],
      set: { providerId, uploadedAt: now },
    })
  const before = new Date(now.getTime() - DELETE_AFTER_DAYS * DAY_MS)
  await tx.db.delete(metaMedia).where(whereTenant(metaMedia, tenantId, lt(metaMedia.uploadedAt, before)))
}

/** Deletes a file id that Meta rejected. Returns whether the file should be uploaded again: at most once per message. */
export async function deleteRejectedMediaId(
  tx: Tx,
  { tenantId, id }: WhatsAppNumberRow,
  providerId: string,
  messageId: string,
): Promise<boolean> {
  const [row] = await tx.db
    .select({ content: metaMedia.content, refusedFor: metaMedia.refusedFor })
    .from(metaMedia)
    .where(whereTenant(metaMedia, tenantId, eq(metaMedia.numberId, id), eq(metaMedia.providerId, providerId)))
    .for('update')
  // Another message has already deleted the id.
  if (!row) return true
  if (row.refusedFor === messageId) return false
  await tx.db
    .update(metaMedia)
    .set({ providerId: null, refusedFor: messageId })
    .where(whereContent({ tenantId, id }, row.content))
  return true
}

const FILE_REJECTED_CODE = 131_053

/** Deletes Meta's id of a message's file if Meta rejected the file after accepting the message. Other messages must not reuse the id. */
export async function handleFileRejection(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  channelId: string,
  { codes, saidAt }: { codes: readonly number[]; saidAt: Date },
): Promise<void> {
  if (!codes.includes(FILE_REJECTED_CODE)) return
  const fileContents = tx.db
    .select({ content: files.storedAs })
    .from(messages)
    .innerJoin(media, whereTenant(media, tenantId, eq(media.messageId, messages.id)))
    .innerJoin(files, whereTenant(files, tenantId, eq(files.id, media.fileId)))
    .where(whereTenant(messages, tenantId, eq(messages.channelId, channelId)))
  // Deletes only ids up to the rejection; a later upload has another id. Adds a second, because Meta's timestamps are in whole seconds.
  const until = new Date(saidAt.getTime() + SECOND_MS)
  const outdatedIdsCondition = and(
    eq(metaMedia.numberId, numberId),
    inArray(metaMedia.content, fileContents),
    lt(metaMedia.uploadedAt, until),
  )
  await tx.db
    .update(metaMedia)
    .set({ providerId: null })
    .where(whereTenant(metaMedia, tenantId, outdatedIdsCondition))
}

export const FILE_MISSING_REASON = 'O arquivo desta mensagem não está mais aqui.'

/**
 * Returns Meta's id of a message's file. If the file is not uploaded yet, schedules the upload and returns 'waits'; the message is sent
 * afterwards.
 */
export const resolveOutgoingMedia = (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  files: Pick<Files, 'find'>,
  number: WhatsAppNumberRow,
  { tenantId, messageId, conversationId, content: caption, file }: MessageToSend,
): Promise<OutgoingMedia | SendFailure | PendingUploadResult> =>
  db.tenant(tenantId, async (tx) => {
    const storedFile = file && (await files.find(tx, tenantId, file.id))
    if (!storedFile) return { kind: 'refused', reason: FILE_MISSING_REASON }
    const id = await findUploadedMediaId(tx, number, storedFile, clock.now())
    if (id !== null) return { mediaType: file.as, id, caption, filename: storedFile.filename }
    const job = { tenantId, numberId: number.id, fileId: storedFile.id, messageId, conversationId }
    await jobs.send(tx, 'upload-media', job, { key: `${number.id}:${storedFile.storedAs}` })
    return { kind: 'waits' }
  })
