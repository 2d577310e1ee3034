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
import { partOf } from '../../kernel/part-of.ts'
import { removeUnused, takeBack } from './keep-bytes.ts'
import { besideName, incoming } from './names.ts'
import { findOwn, ownFiles } from './owner.ts'
import { tellStorage } from './quota.ts'

/** In no message, in no source of knowledge, and no photo of one of its products. */
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

/** Takes files away that are nowhere in use. @returns under which names their bytes lie */
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
  // Of one that was never kept the bytes may lie in their place all the same: whoever brought them there was cut off.
  return gone.map(({ storedAs, sha256 }) => storedAs ?? sha256).filter((name) => name !== null)
}

/** Statements with as many parameters at once. */
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

/** What nobody has put into a message, or the knowledge, in time goes. */
export async function dropUnsent(
  deps: DropDeps & Pick<Deps, 'config' | 'clock'>,
  { tenantId, fileId }: Jobs['drop-file'],
): Promise<void> {
  const names = await deps.db.tenant(tenantId, (tx) => forget(tx, deps, tenantId, [fileId]))
  await deps.files.remove(tenantId, incoming(fileId))
  for (const name of names) await removeUnused(deps, { tenantId, name })
}

/** The knowledge has no use for them any more; their bytes go as soon as this is committed, unless they are somebody else's too. */
export async function letGo(tx: Tx, deps: ForgetDeps, tenantId: string, fileIds: readonly string[]): Promise<void> {
  const names = [...new Set(await forgetAll(tx, deps, tenantId, fileIds))]
  const gone = { tenantId, messageIds: [], names }
  if (names.length > 0) await deps.jobs.send(tx, 'erase-files', gone, { key: fileIds[0] ?? '' })
}

/** Gives a file up. @throws 404 when it is not this person's, 409 when it is in use */
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

/** Takes the files of messages away, and a visitor's that are in none; has their bytes removed (MEDIA-25). */
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

/** As `Files.olderThan`. */
export async function olderThan(tx: Tx, tenantId: string, before: Date, most: number): Promise<string[]> {
  const rows = await tx.db
    .select({ messageId: media.messageId })
    .from(media)
    .where(ofTenant(media, tenantId, lt(media.createdAt, before), ne(media.state, 'refused')))
    .orderBy(media.messageId)
    .limit(most)
  return rows.map(({ messageId }) => messageId)
}

/** Removes the bytes of files that were erased, and what an upload or a download of one may have left that was cut off. */
export async function eraseFiles(
  deps: DropDeps,
  { tenantId, messageIds, names, uploads = [] }: Jobs['erase-files'],
): Promise<void> {
  for (const id of messageIds) {
    await undo(deps, tenantId, id)
    await deps.files.remove(tenantId, besideName(id))
    // Asked for by an earlier version, which kept a file under its message's id.
    if (!names) await removeUnused(deps, { tenantId, name: id })
  }
  // Before their bytes' own names: a part that comes in meanwhile finds no file any more, and goes by itself.
  for (const id of uploads) await deps.files.remove(tenantId, incoming(id))
  for (const name of names ?? []) await removeUnused(deps, { tenantId, name })
}

/** As `discard`, of what its message does not get: nor does it stay in its place. */
export async function undo(deps: DropDeps, tenantId: string, messageId: string): Promise<void> {
  await takeBack(deps, tenantId, messageId)
  await discard(deps, tenantId, messageId)
}

/** What came in for a message, whole or not; earlier versions kept the half of a file beside the others. */
export async function discard({ files: store }: Pick<Deps, 'files'>, tenantId: string, messageId: string): Promise<void> {
  for (const name of [incoming(messageId), partOf(messageId)]) await store.remove(tenantId, name)
}
