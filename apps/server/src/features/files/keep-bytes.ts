import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { thumbName, wholeName } from './names.ts'

/*
 * How bytes come to lie under their content's name, and go, without ever being lost to a file that has them:
 * - Whoever brings them copies them there first (`bringIn`) and holds nothing meanwhile: a bucket may take its time.
 * - The transaction that says whose they are takes the content's lock and looks whether they lie there still (`keepIn`). Where a removal came
 *   between, they are copied again, from what came in, which stays until that transaction has ended.
 * - A removal counts and removes under the same lock. It is over before the bringer looks; or it begins after the bringer's commit, and counts
 *   its file. Therefore it alone asks the store to change something within a transaction: after its end it would take what was found meanwhile.
 * Cut off in between, bytes lie there that no file has. What came in lies there too, and the row that waits for it: who goes on finds them in
 * their place, and who takes that away takes them along (`takeBack`, `drop.ts`).
 */

interface Brought {
  tenantId: string
  from: string
  sha256: string
}

/** Nobody else gives this content a name, or takes it away, until the transaction ends. */
const holdContent = (tx: Tx, tenantId: string, name: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}/${name}`}, 0))`)

/** Puts what came in under its lasting name as well, unless the same bytes lie there already. Outside of any transaction. */
export async function bringIn({ files: store }: Pick<Deps, 'files'>, { tenantId, from, sha256 }: Brought): Promise<void> {
  if ((await store.sizeOf(tenantId, sha256)) === null) await store.copy(tenantId, from, sha256)
}

/** What was brought in is a file's, once this is committed. What came in is removed after that, and not before. */
export async function keepIn(tx: Tx, deps: Pick<Deps, 'files'>, brought: Brought): Promise<void> {
  await holdContent(tx, brought.tenantId, brought.sha256)
  await bringIn(deps, brought)
}

/** Removes bytes that no file has any more. */
export async function removeUnused(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<void> {
  const isGone = await db.tenant(tenantId, async (tx) => {
    await holdContent(tx, tenantId, name)
    if ((await tx.db.$count(files, ofTenant(files, tenantId, eq(files.storedAs, name)))) > 0) return false
    await store.remove(tenantId, name)
    return true
  })
  // Made again where it is missed.
  if (isGone) await store.remove(tenantId, thumbName(name))
}

/** Takes away what was brought in for a message that does not get it, unless a file has it. What came in stays, so that this may be done again. */
export async function takeBack(deps: Pick<Deps, 'db' | 'files'>, tenantId: string, messageId: string): Promise<void> {
  const from = wholeName(messageId)
  if ((await deps.files.sizeOf(tenantId, from)) === null) return
  const hash = createHash('sha256')
  for await (const chunk of deps.files.read(tenantId, from)) hash.update(chunk as Buffer)
  await removeUnused(deps, { tenantId, name: hash.digest('hex') })
}
