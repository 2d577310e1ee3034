import { and, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { files, media } from '../../kernel/db/schema/files.ts'
import { knowledgePhotos, knowledgeSources } from '../../kernel/db/schema/knowledge.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { Jobs } from '../../kernel/job-names.ts'
import { removeUnused, takeBack } from './keep-bytes.ts'
import { besideName, incoming } from './names.ts'
import { findOwn, ownFiles } from './owner.ts'
import { tellStorage } from './quota.ts'

/** Returns the condition that no message, knowledge source or product photo references a file. */
const isFree = (tx: Tx) => {
  const one = { one: sql`1` }
  const [sent, known] = [eq(media.fileId, files.id), eq(knowledgeSources.fileId, files.id)]
  const shown = eq(knowledgePhotos.fileId, files.id)
  return and(
    notExists(
      tx.db
        .select(one)
        .from(media)
        .where(ofTenant(media, files.tenantId, sent)),
    ),
    notExists(
      tx.db
        .select(one)
        .from(knowledgeSources)
        .where(ofTenant(knowledgeSources, files.tenantId, known)),
    ),
    notExists(
      tx.db
        .select(one)
        .from(knowledgePhotos)
        .where(ofTenant(knowledgePhotos, files.tenantId, shown)),
    ),
  )
}

/** Deletes the rows of files that nothing references. @returns the names of their bytes in the store */
async function forget(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return []
  const gone = await tx.db
    .delete(files)
    .where(ofTenant(files, tenantId, inArray(files.id, [...fileIds]), isFree(tx)))
    .returning({ storedAs: files.storedAs, sha256: files.sha256 })
  if (gone.length > 0) await tellStorage(tx, deps, tenantId, 'less')
  // Includes files that were never marked as stored: an interrupted upload may have copied their bytes already.
  return gone.map(({ storedAs, sha256 }) => storedAs ?? sha256).filter((name) => name !== null)
}

/** Maximum number of ids per statement. */
const AT_ONCE = 1_000

async function forgetAll(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  const names: string[] = []
  for (let from = 0; from < fileIds.length; from += AT_ONCE)
    names.push(...(await forget(tx, deps, tenantId, fileIds.slice(from, from + AT_ONCE))))
  return names
}

type DropDeps = Pick<Deps, 'db' | 'files'>
type ForgetDeps = Pick<Deps, 'jobs' | 'config' | 'clock'>

/** Deletes an uploaded file if no message or knowledge source uses it when its time is up. */
export async function dropUnsent(
  deps: DropDeps & Pick<Deps, 'config' | 'clock'>,
  { tenantId, fileId }: Jobs['drop-file'],
): Promise<void> {
  const names = await deps.db.tenant(tenantId, (tx) => forget(tx, deps, tenantId, [fileId]))
  await deps.files.remove(tenantId, incoming(fileId))
  for (const name of names) await removeUnused(deps, { tenantId, name })
}

/**
 * Deletes files that the knowledge base no longer uses. Their bytes are removed after the commit, unless another file has the same content.
 */
export async function letGo(tx: Tx, deps: ForgetDeps, tenantId: string, fileIds: readonly string[]): Promise<void> {
  const names = [...new Set(await forgetAll(tx, deps, tenantId, fileIds))]
  const gone = { tenantId, messageIds: [], names, uploads: [] }
  if (names.length > 0) await deps.jobs.send(tx, 'erase-files', gone, { key: fileIds[0] ?? '' })
}

/** Deletes an uploaded file at its owner's request. @throws 404 if it is not this user's, 409 if it is in use */
export async function giveUp(deps: DropDeps & ForgetDeps, who: Identity, fileId: string): Promise<void> {
  const { tenantId } = who
  await deps.db.tenant(tenantId, async (tx) => {
    await findOwn(tx, who, fileId)
    if ((await tx.db.$count(media, ofTenant(media, tenantId, eq(media.fileId, fileId)))) > 0)
      throw errors.conflict('Este arquivo já foi enviado.')
    const inKnowledge = ofTenant(knowledgeSources, tenantId, eq(knowledgeSources.fileId, fileId))
    if ((await tx.db.$count(knowledgeSources, inKnowledge)) > 0) throw errors.conflict('Este arquivo está no conhecimento.')
  })
  await dropUnsent(deps, { tenantId, fileId })
}

/** Deletes the files of messages, and a visitor's files that are in no message, and schedules the removal of their bytes (MEDIA-25). */
export async function release(
  tx: Tx,
  deps: ForgetDeps,
  tenantId: string,
  { leadId, messageIds, visitor }: { leadId: string; messageIds: readonly string[]; visitor: string | null },
): Promise<void> {
  const ofMessages = await tx.db
    .delete(media)
    .where(ofTenant(media, tenantId, oneOf(media.messageId, messageIds)))
    .returning({ messageId: media.messageId, fileId: media.fileId })
  const unsent =
    visitor === null ? [] : await tx.db.select({ fileId: files.id }).from(files).where(ownFiles({ tenantId, visitor }))
  const fileIds = [...new Set([...ofMessages, ...unsent].map(({ fileId }) => fileId).filter((id) => id !== null))]
  const names = await forgetAll(tx, deps, tenantId, fileIds)
  if (ofMessages.length + unsent.length === 0) return
  const gone = {
    tenantId,
    messageIds: ofMessages.map(({ messageId }) => messageId),
    names: [...new Set(names)],
    uploads: unsent.map(({ fileId }) => fileId),
  }
  await deps.jobs.send(tx, 'erase-files', gone, { key: leadId })
}

/** Returns ids of messages with files older than `before`, at most `most`; refused files are left out. See `Files.olderThan`. */
export async function olderThan(tx: Tx, tenantId: string, before: Date, most: number): Promise<string[]> {
  const rows = await tx.db
    .select({ messageId: media.messageId })
    .from(media)
    .where(ofTenant(media, tenantId, lt(media.createdAt, before), ne(media.state, 'refused')))
    .orderBy(media.messageId)
    .limit(most)
  return rows.map(({ messageId }) => messageId)
}

/** Removes the bytes of deleted files, and what interrupted uploads or downloads of them left behind. */
export async function eraseFiles(deps: DropDeps, { tenantId, messageIds, names, uploads }: Jobs['erase-files']): Promise<void> {
  for (const id of messageIds) {
    await undo(deps, tenantId, id)
    await deps.files.remove(tenantId, besideName(id))
  }
  // Incoming bytes are removed before the stored ones: a part that arrives meanwhile finds no file row and is removed too.
  for (const id of uploads) await deps.files.remove(tenantId, incoming(id))
  for (const name of names) await removeUnused(deps, { tenantId, name })
}

/** Removes the incoming bytes of a message as `discard` does, and their copy in the store if no file uses it. */
export async function undo(deps: DropDeps, tenantId: string, messageId: string): Promise<void> {
  await takeBack(deps, tenantId, messageId)
  await discard(deps, tenantId, messageId)
}

/** Removes the incoming bytes of a message, complete or not. */
export const discard = ({ files: store }: Pick<Deps, 'files'>, tenantId: string, messageId: string): Promise<void> =>
  store.remove(tenantId, incoming(messageId))
