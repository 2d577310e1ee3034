import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { getIncomingFileName, getThumbnailName } from './storage-names.ts'

/*
 * Bytes are stored under a permanent name, the SHA-256 of their content. These rules ensure that no file loses its bytes:
 * - Before the transaction, new bytes are copied to the permanent name (`copyIncomingBytes`). Copying from a bucket may be slow.
 * - The transaction that adds the file row locks the permanent name (`ensureBytesStored`). If the bytes were removed meanwhile, it copies
 * them again. The incoming bytes exist until this transaction has ended.
 * - A removal (`removeUnusedBytes`) takes the same lock, then counts the file rows that use the bytes. It removes unused bytes within its
 * transaction: after the transaction, it could remove bytes that a new file row uses.
 * A crash may leave permanent bytes without a file row. A retry uses them; a cancellation removes them (`discardIncomingAndStored`).
 */

interface IncomingBytes {
  tenantId: string
  incomingName: string
  sha256: string
}

/** Locks the bytes with this storage name until the transaction ends. Other transactions then cannot store or remove them. */
const lockContent = (tx: Tx, tenantId: string, name: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}/${name}`}, 0))`)

/**
 * Copies incoming bytes to their permanent name, their SHA-256, unless they already exist there. Must be called outside of any transaction,
 * or under the lock of `ensureBytesStored`.
 */
export async function copyIncomingBytes(
  { fileStore }: Pick<Deps, 'fileStore'>,
  { tenantId, incomingName, sha256 }: IncomingBytes,
): Promise<void> {
  if ((await fileStore.getSize(tenantId, sha256)) === null) await fileStore.copy(tenantId, incomingName, sha256)
}

/**
 * Ensures that the bytes exist under their permanent name when this transaction commits. The incoming bytes may be removed only after the
 * commit.
 */
export async function ensureBytesStored(tx: Tx, deps: Pick<Deps, 'fileStore'>, incoming: IncomingBytes): Promise<void> {
  await lockContent(tx, incoming.tenantId, incoming.sha256)
  await copyIncomingBytes(deps, incoming)
}

/** Removes stored bytes from the file store if no file row references them. */
export async function removeUnusedBytes(
  { db, fileStore }: Pick<Deps, 'db' | 'fileStore'>,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<void> {
  const isRemoved = await db.tenant(tenantId, async (tx) => {
    await lockContent(tx, tenantId, name)
    if ((await tx.db.$count(files, whereTenant(files, tenantId, eq(files.storedAs, name)))) > 0) return false
    await fileStore.remove(tenantId, name)
    return true
  })
  // If another file still needs the thumbnail, it is created again.
  if (isRemoved) await fileStore.remove(tenantId, getThumbnailName(name))
}

/**
 * Removes the permanent copy of a message's incoming bytes, unless a file uses it. The incoming bytes remain, so that the removal can be
 * repeated.
 */
export async function removeStoredCopy(deps: Pick<Deps, 'db' | 'fileStore'>, tenantId: string, messageId: string): Promise<void> {
  const incomingName = getIncomingFileName(messageId)
  if ((await deps.fileStore.getSize(tenantId, incomingName)) === null) return
  const hash = createHash('sha256')
  for await (const chunk of deps.fileStore.read(tenantId, incomingName)) hash.update(chunk as Buffer)
  await removeUnusedBytes(deps, { tenantId, name: hash.digest('hex') })
}
