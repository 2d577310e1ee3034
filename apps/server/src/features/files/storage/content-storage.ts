import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { getIncomingFileName, getThumbnailName } from './storage-names.ts'

/*
 * How bytes are stored and deleted under the hash of their content, without ever being lost for a file that uses them:
 * - Code that adds bytes first copies them to that name (`bringIn`), outside of any transaction, because a bucket may be slow.
 * - The transaction that adds the file row locks the content and checks that the bytes still exist (`ensureBytesStored`). If they were removed in between,
 *   it copies them again from the incoming bytes, which stay until that transaction has ended.
 * - A removal counts the file rows and removes the bytes under the same lock. It either ends before that check, or starts after the commit and
 *   counts the new row. Only a removal changes the store within a transaction: after its end it could remove bytes that were found meanwhile.
 * An interruption leaves bytes without a file row, but also the incoming bytes and the row that waits for them. A retry finds the bytes in
 * place; a cancellation removes them (`takeBack`, `drop.ts`).
 */

interface IncomingBytes {
  tenantId: string
  from: string
  sha256: string
}

/** Locks a content: no other transaction stores or removes it until this one ends. */
const lockContent = (tx: Tx, tenantId: string, name: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}/${name}`}, 0))`)

/** Copies incoming bytes to the name of their content, unless they are stored already. Call it outside of any transaction. */
export async function copyIncomingBytes(
  { files: store }: Pick<Deps, 'files'>,
  { tenantId, from, sha256 }: IncomingBytes,
): Promise<void> {
  if ((await store.sizeOf(tenantId, sha256)) === null) await store.copy(tenantId, from, sha256)
}

/** Ensures that the bytes are stored when this transaction commits. Remove the incoming bytes only after the commit. */
export async function ensureBytesStored(tx: Tx, deps: Pick<Deps, 'files'>, brought: IncomingBytes): Promise<void> {
  await lockContent(tx, brought.tenantId, brought.sha256)
  await copyIncomingBytes(deps, brought)
}

/** Removes bytes that no file row references. */
export async function removeUnusedBytes(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<void> {
  const isGone = await db.tenant(tenantId, async (tx) => {
    await lockContent(tx, tenantId, name)
    if ((await tx.db.$count(files, whereTenant(files, tenantId, eq(files.storedAs, name)))) > 0) return false
    await store.remove(tenantId, name)
    return true
  })
  // A thumbnail that is still needed is created again.
  if (isGone) await store.remove(tenantId, getThumbnailName(name))
}

/** Removes the stored copy of a message's incoming bytes, unless a file uses it. Keeps the incoming bytes, so that this can be repeated. */
export async function removeStoredCopy(deps: Pick<Deps, 'db' | 'files'>, tenantId: string, messageId: string): Promise<void> {
  const from = getIncomingFileName(messageId)
  if ((await deps.files.sizeOf(tenantId, from)) === null) return
  const hash = createHash('sha256')
  for await (const chunk of deps.files.read(tenantId, from)) hash.update(chunk as Buffer)
  await removeUnusedBytes(deps, { tenantId, name: hash.digest('hex') })
}
