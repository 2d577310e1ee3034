import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { exports } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'

/**
 * Deletes all exports of an organisation and their files, because they may contain data that must be erased. Users can request exports
 * again (OPEN-12).
 */
export async function deleteAllExports(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> {
  const deletedExports = await tx.db.delete(exports).where(whereTenant(exports, tenantId)).returning({ exportId: exports.id })
  // Cancels the jobs that would delete the files at their expiry. New jobs delete them now.
  await jobs.deleteJobsByIds(
    tx,
    tenantId,
    deletedExports.map(({ exportId }) => exportId),
  )
  for (const { exportId } of deletedExports) await jobs.send(tx, 'remove-export', { tenantId, exportId }, { key: exportId })
}
