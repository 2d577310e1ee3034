import type { SendAs } from '@prosa/contract/entities/message'
import { maySendAs } from '@prosa/contract/rules/files'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files, media } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { keepIn } from './keep-bytes.ts'
import { wholeName } from './names.ts'
import { ownFile } from './owner.ts'
import type { ArrivedFile, FileOwner, FileRow, KeptFile } from './ports.ts'
import { tellStorage } from './quota.ts'

const COMING = 'O arquivo ainda está sendo enviado.'

const NOT_SO = 'Este arquivo não pode ser enviado assim.'

/** Returns a completely stored file of its owner. @throws as `Files.toKeep` */
export async function ownWhole(tx: Tx, who: FileOwner, id: string): Promise<KeptFile> {
  const row = await held(tx, who, id)
  const whyNot = row.state === 'stored' && row.storedAs !== null ? null : (row.reason ?? COMING)
  if (row.storedAs === null || whyNot !== null) throw errors.invalid(whyNot ?? COMING, { file_id: whyNot ?? COMING })
  return { ...row, storedAs: row.storedAs }
}

async function held(tx: Tx, who: FileOwner, id: string): Promise<FileRow> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(ownFile(who, id))
    // Locks the row, so that it is not deleted before the caller references it.
    .for('key share')
  if (!row) throw errors.notFound()
  return row
}

/** Returns a file that its owner may send as `as`. @throws as `Files.toSend` */
export async function fileToSend(tx: Tx, who: FileOwner, { id, as }: { id: string; as: SendAs }): Promise<FileRow> {
  const row = await held(tx, who, id)
  const isSo = row.kind !== 'sticker' && maySendAs(as, { kind: row.kind, mime_type: row.mimeType })
  const whyNot = row.state !== 'stored' ? (row.reason ?? COMING) : isSo ? null : NOT_SO
  if (whyNot !== null) throw errors.invalid(whyNot, { file: whyNot })
  return row
}

/** Finds a stored file of the tenant. Returns null if there is none or its bytes are not stored. */
export async function findKept(tx: Tx, tenantId: string, id: string): Promise<KeptFile | null> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(ofTenant(files, tenantId, eq(files.id, id)))
  return row && row.storedAs !== null ? { ...row, storedAs: row.storedAs } : null
}

/** Finds the file of a message. Returns null if the message has none or its bytes are not stored. */
export async function fileOfMessage(tx: Tx, tenantId: string, messageId: string): Promise<KeptFile | null> {
  const [row] = await tx.db
    .select({ id: media.fileId })
    .from(media)
    .where(ofTenant(media, tenantId, eq(media.messageId, messageId)))
  return row?.id ? findKept(tx, tenantId, row.id) : null
}

export async function attachFile(
  tx: Tx,
  messageId: string,
  { tenantId, id: fileId, kind, mimeType, filename, size }: FileRow,
): Promise<void> {
  await tx.db.insert(media).values({ tenantId, messageId, fileId, kind, mimeType, filename, size, state: 'stored' })
}

/** Stores a lead's file that has completely arrived as the file of its message. @returns false if no message waits for it */
export async function fileArrived(
  tx: Tx,
  deps: Pick<Deps, 'files' | 'clock' | 'config'>,
  { tenantId, messageId, sha256, size, mimeType, durationMs }: ArrivedFile,
): Promise<boolean> {
  const mine = ofTenant(media, tenantId, eq(media.messageId, messageId), eq(media.state, 'waiting'))
  const [waiting] = await tx.db.select().from(media).where(mine).for('update')
  if (!waiting) return false
  const type = waiting.mimeType ?? mimeType
  const fileId = uuid()
  await tx.db.insert(files).values({
    tenantId,
    id: fileId,
    origin: 'channel',
    sha256,
    storedAs: sha256,
    size,
    mimeType: type ?? 'application/octet-stream',
    kind: KINDS.find((kind) => kind === waiting.kind) ?? 'document',
    filename: waiting.filename,
    durationMs,
    state: 'stored',
    createdAt: deps.clock.now(),
  })
  await tx.db.update(media).set({ fileId, state: 'stored', size, mimeType: type }).where(mine)
  await tellStorage(tx, deps, tenantId, 'more')
  await keepIn(tx, deps, { tenantId, from: wholeName(messageId), sha256 })
  return true
}

const KINDS = ['image', 'video', 'audio', 'document', 'sticker'] as const
