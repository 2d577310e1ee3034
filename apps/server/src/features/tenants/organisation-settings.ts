import type { OrganisationSettings } from '@prosa/contract/calls/organisation/organisation'
import { eq } from 'drizzle-orm'
import { type Identity, requireRecentConfirmation } from '../../platform/access/identity.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { updateTenantSettings } from './tenant-rows.ts'

const SETTINGS_COLUMNS = { second_step: tenants.secondStep, second_step_from: tenants.secondStepFrom }
const DATE_REQUIRED_MESSAGE = 'Escolha a partir de quando.'

/**
 * Returns the settings of the user's organisation.
 * @throws 404 if the organisation does not exist
 */
export function loadOrganisationSettings({ db }: Pick<Deps, 'db'>, { tenantId }: Identity): Promise<OrganisationSettings> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db.select(SETTINGS_COLUMNS).from(tenants).where(eq(tenants.id, tenantId))
    if (!row) throw errors.notFound()
    return row
  })
}

/**
 * Changes the settings of the user's organisation. They apply to the next request of each user. Uses a system transaction, because tenant
 * transactions may not write organisations.
 * @throws 400 with fieldErrors.second_step_from if a second factor is required without a start date; 403 CONFIRMATION_REQUIRED
 */
export async function updateOrganisationSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  identity: Identity,
  newSettings: OrganisationSettings,
): Promise<OrganisationSettings> {
  const { tenantId } = identity
  const isOptional = newSettings.second_step === 'optional'
  if (!isOptional && !newSettings.second_step_from)
    throw errors.invalid(DATE_REQUIRED_MESSAGE, { second_step_from: DATE_REQUIRED_MESSAGE })
  const columns = { secondStep: newSettings.second_step, secondStepFrom: isOptional ? null : newSettings.second_step_from }
  return db.system(async (tx) => {
    if (await updateTenantSettings(tx, identity, columns, clock.now())) {
      // Verified after the write, because only changed settings need a confirmation. The error rolls the write back.
      requireRecentConfirmation(identity)
      tx.emit({ name: 'access.changed', payload: { tenantId } })
    }
    return { second_step: columns.secondStep, second_step_from: columns.secondStepFrom }
  })
}
