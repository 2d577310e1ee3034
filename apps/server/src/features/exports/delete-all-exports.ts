import type { Tx } from '../../kernel/db/database.ts'
import { exports } from '../../kernel/db/schema/tenants.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'
import type { Deps } from '../../kernel/deps.ts'

/**
 * Deletes all exports of an organisation, because one may contain data that must be erased. Users request them again if needed (OPEN-12).
 */
export async function deleteAllExports(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> {
  const gone = await tx.db.delete(exports).where(whereTenant(exports, tenantId)).returning({ exportId: exports.id })
  // Cancels the jobs that would remove the files later; new jobs remove them now.
  await jobs.forget(
    tx,
    tenantId,
    gone.map(({ exportId }) => exportId),
  )
  for (const { exportId } of gone) await jobs.send(tx, 'remove-export', { tenantId, exportId }, { key: exportId })
}
