import { eq } from 'drizzle-orm'
import { type Identity, requireRecentConfirmation } from '../../../platform/access/identity.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Tenants } from '../../tenants/ports.ts'

/**
 * Returns the retention settings of an organisation: months without a message after which leads are erased, and age in months at which
 * files are deleted. Null means never.
 */
export function getRetentionSettings(
  { db }: Pick<Deps, 'db'>,
  { tenantId }: Identity,
): Promise<{ months: number | null; file_months: number | null }> {
  return db.tenant(tenantId, async (tx) => {
    const columns = { months: tenants.retentionMonths, file_months: tenants.fileMonths }
    const [row] = await tx.db.select(columns).from(tenants).where(eq(tenants.id, tenantId))
    return row ?? { months: null, file_months: null }
  })
}

/**
 * Changes the retention settings of the requester's organisation, in months; null for never. Uses a system transaction, because the role of
 * a tenant transaction may not write organisations.
 * @throws 403 CONFIRMATION_REQUIRED for a change without a recent confirmation of identity
 */
export const updateRetentionSettings = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenants: Pick<Tenants, 'updateSettings'>,
  identity: Identity,
  { months, file_months: fileMonths }: { months: number | null; file_months?: number | null | undefined },
): Promise<void> =>
  db.system(async (tx) => {
    const set = { retentionMonths: months, ...(fileMonths === undefined ? {} : { fileMonths }) }
    if (await tenants.updateSettings(tx, identity, set, clock.now())) requireRecentConfirmation(identity)
  })
