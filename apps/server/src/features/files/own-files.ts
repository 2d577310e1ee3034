import { eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { files } from '../../platform/database/schema/conversations/files.ts'
import { errors } from '../../platform/errors.ts'
import type { FileOwner, FileRow } from './ports.ts'

/** Returns the SQL condition for files of this owner that also fulfil `conditions`. */
export const ownFilesCondition = (owner: FileOwner, ...conditions: (SQL | undefined)[]) =>
  whereTenant(
    files,
    owner.tenantId,
    'userId' in owner ? eq(files.userId, owner.userId) : eq(files.visitor, owner.visitor),
    ...conditions,
  )

export const ownFileCondition = (owner: FileOwner, id: string) => ownFilesCondition(owner, eq(files.id, id))

/** Returns an uploaded file of this owner. @throws 404 if the owner has no such file */
export async function findOwnFile(tx: Tx, owner: FileOwner, id: string): Promise<FileRow> {
  const [row] = await tx.db.select().from(files).where(ownFileCondition(owner, id))
  if (!row) throw errors.notFound()
  return row
}
