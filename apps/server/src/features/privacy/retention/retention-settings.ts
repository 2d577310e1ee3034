import { eq } from 'drizzle-orm'
import { type Identity, requireRecentConfirmation } from '../../../platform/access/identity.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Tenants } from '../../tenants/ports.ts'

/**
 * Returns an organisation's retention settings: after how many months without a message leads are erased, and after how many months files
 * are deleted. Null means never.
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
 * Changes an organisation's retention settings, in months; null means never. Uses a system transaction, because tenant transactions may not
 * write organisations.
 * @throws 403 CONFIRMATION_REQUIRED if the user has not recently confirmed their identity
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
