import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { exports } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'

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
