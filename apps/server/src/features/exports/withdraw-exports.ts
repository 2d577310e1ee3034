import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { exports } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'

/** Takes back every file of an organisation: one may hold what must be forgotten, and whoever needs it asks for it anew (OPEN-12). */
export async function withdrawExports(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> {
  const gone = await tx.db.delete(exports).where(ofTenant(exports, tenantId)).returning({ exportId: exports.id })
  // What waits to remove them in a day makes way for what does it now.
  await jobs.forget(
    tx,
    tenantId,
    gone.map(({ exportId }) => exportId),
  )
  for (const { exportId } of gone) await jobs.send(tx, 'remove-export', { tenantId, exportId }, { key: exportId })
}
