import { and, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePhotos, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import { files, media } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { findOwnFile, ownFilesCondition } from '../own-files.ts'
import { removeStoredCopy, removeUnusedBytes } from './content-storage.ts'
import { emitStorageState } from './quota.ts'
import { getIncomingPrefix, getReaderResultName } from './storage-names.ts'

/** Returns the SQL condition for files that no message, knowledge source or product photo uses. */
const unreferencedCondition = (tx: Tx) => {
  const selection = { value: sql`1` }
  const [isMessageFile, isKnowledgeFile] = [eq(media.fileId, files.id), eq(knowledgeSources.fileId, files.id)]
  const isProductPhoto = eq(knowledgePhotos.fileId, files.id)
  return and(
    notExists(
      tx.db
        .select(selection)
        .from(media)
        .where(whereTenant(media, files.tenantId, isMessageFile)),
    ),
    notExists(
      tx.db
        .select(selection)
        .from(knowledgeSources)
        .where(whereTenant(knowledgeSources, files.tenantId, isKnowledgeFile)),
    ),
    notExists(
      tx.db
        .select(selection)
        .from(knowledgePhotos)
        .where(whereTenant(knowledgePhotos, files.tenantId, isProductPhoto)),
    ),
  )
}

/** Deletes those of the given file rows that are not in use. @returns the names of their bytes in the file store */
async function deleteUnreferencedRows(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return []
  const deletedRows = await tx.db
    .delete(files)
    .where(whereTenant(files, tenantId, inArray(files.id, [...fileIds]), unreferencedCondition(tx)))
    .returning({ storedAs: files.storedAs, sha256: files.sha256 })
  if (deletedRows.length > 0) await emitStorageState(tx, deps, tenantId, 'less')
  // Includes files that were never marked as stored, because an interrupted upload may already have copied their bytes.
  return deletedRows.map(({ storedAs, sha256 }) => storedAs ?? sha256).filter((name) => name !== null)
}

const BATCH_SIZE = 1_000

async function deleteUnreferencedRowsInBatches(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  const names: string[] = []
  for (let start = 0; start < fileIds.length; start += BATCH_SIZE)
    names.push(...(await deleteUnreferencedRows(tx, deps, tenantId, fileIds.slice(start, start + BATCH_SIZE))))
  return names
}

type DeleteDeps = Pick<Deps, 'db' | 'fileStore'>
type DeleteRowsDeps = Pick<Deps, 'jobs' | 'config' | 'clock'>

/** Deletes an uploaded file if no message, knowledge source or product photo uses it. Runs as a job at the end of the file's lifetime. */
export async function deleteUnusedUpload(
  deps: DeleteDeps & Pick<Deps, 'config' | 'clock'>,
  { tenantId, fileId }: JobPayloads['drop-file'],
): Promise<void> {
  const names = await deps.db.tenant(tenantId, (tx) => deleteUnreferencedRows(tx, deps, tenantId, [fileId]))
  await deps.fileStore.remove(tenantId, getIncomingPrefix(fileId))
  for (const name of names) await removeUnusedBytes(deps, { tenantId, name })
}

/** Deletes files that the knowledge base no longer uses, unless they are used elsewhere. A job removes their bytes after the commit. */
export async function deleteUnreferencedFiles(
  tx: Tx,
  deps: DeleteRowsDeps,
  tenantId: string,
  fileIds: readonly string[],
): Promise<void> {
  const names = [...new Set(await deleteUnreferencedRowsInBatches(tx, deps, tenantId, fileIds))]
  const payload = { tenantId, messageIds: [], names, uploads: [] }
  if (names.length > 0) await deps.jobs.send(tx, 'erase-files', payload, { key: fileIds[0] ?? '' })
}

/**
 * Deletes an uploaded file at the request of its owner.
 * @throws 404 if the file is not this user's, 409 if a message or knowledge source uses it
 */
export async function deleteOwnFile(deps: DeleteDeps & DeleteRowsDeps, identity: Identity, fileId: string): Promise<void> {
  const { tenantId } = identity
  await deps.db.tenant(tenantId, async (tx) => {
    await findOwnFile(tx, identity, fileId)
    if ((await tx.db.$count(media, whereTenant(media, tenantId, eq(media.fileId, fileId)))) > 0)
      throw errors.conflict('Este arquivo já foi enviado.')
    const knowledgeCondition = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.fileId, fileId))
    if ((await tx.db.$count(knowledgeSources, knowledgeCondition)) > 0)
      throw errors.conflict('Este arquivo está no conhecimento.')
  })
  await deleteUnusedUpload(deps, { tenantId, fileId })
}

/** Deletes the files of these messages and all unsent files of this visitor, and starts the job that removes their bytes (MEDIA-25). */
export async function deleteMessageFiles(
  tx: Tx,
  deps: DeleteRowsDeps,
  tenantId: string,
  { leadId, messageIds, visitor }: { leadId: string; messageIds: readonly string[]; visitor: string | null },
): Promise<void> {
  const deletedMessageFiles = await tx.db
    .delete(media)
    .where(whereTenant(media, tenantId, equalsAny(media.messageId, messageIds)))
    .returning({ messageId: media.messageId, fileId: media.fileId })
  const unsentFiles =
    visitor === null ? [] : await tx.db.select({ fileId: files.id }).from(files).where(ownFilesCondition({ tenantId, visitor }))
  const fileIds = [...new Set([...deletedMessageFiles, ...unsentFiles].map(({ fileId }) => fileId).filter((id) => id !== null))]
  const names = await deleteUnreferencedRowsInBatches(tx, deps, tenantId, fileIds)
  if (deletedMessageFiles.length + unsentFiles.length === 0) return
  const payload = {
    tenantId,
    messageIds: deletedMessageFiles.map(({ messageId }) => messageId),
    names: [...new Set(names)],
    uploads: unsentFiles.map(({ fileId }) => fileId),
  }
  await deps.jobs.send(tx, 'erase-files', payload, { key: leadId })
}

/** Returns the ids of at most `limit` messages whose files are older than `before`, without refused files. */
export async function listMessagesWithOldFiles(tx: Tx, tenantId: string, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.db
    .select({ messageId: media.messageId })
    .from(media)
    .where(whereTenant(media, tenantId, lt(media.createdAt, before), ne(media.state, 'refused')))
    .orderBy(media.messageId)
    .limit(limit)
  return rows.map(({ messageId }) => messageId)
}

/** Removes the bytes of deleted files from the file store, including the remains of interrupted uploads. */
export async function eraseFileBytes(
  deps: DeleteDeps,
  { tenantId, messageIds, names, uploads }: JobPayloads['erase-files'],
): Promise<void> {
  for (const id of messageIds) {
    await discardIncomingAndStored(deps, tenantId, id)
    await deps.fileStore.remove(tenantId, getReaderResultName(id))
  }
  // Incoming parts are removed first. A concurrent upload of another part finds no file row and removes that part.
  for (const id of uploads) await deps.fileStore.remove(tenantId, getIncomingPrefix(id))
  for (const name of names) await removeUnusedBytes(deps, { tenantId, name })
}

/** Removes the incoming bytes of a message's file, and their permanent copy if no file uses it. */
export async function discardIncomingAndStored(deps: DeleteDeps, tenantId: string, messageId: string): Promise<void> {
  await removeStoredCopy(deps, tenantId, messageId)
  await discardIncomingBytes(deps, tenantId, messageId)
}

/** Removes the incoming bytes of a message's file, complete or incomplete. */
export const discardIncomingBytes = (
  { fileStore }: Pick<Deps, 'fileStore'>,
  tenantId: string,
  messageId: string,
): Promise<void> => fileStore.remove(tenantId, getIncomingPrefix(messageId))
