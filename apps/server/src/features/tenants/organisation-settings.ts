import type { OrganisationSettings } from '@prosa/contract/calls/organisation'
import { eq } from 'drizzle-orm'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { type Identity, requireConfirmed } from '../../kernel/http/identity.ts'
import { changeSettings } from './tenant-rows.ts'

const settings = { second_step: tenants.secondStep, second_step_from: tenants.secondStepFrom }
const NO_DAY = 'Escolha a partir de quando.'

/** Returns the settings of the requester's organisation. */
export function readOrganisationSettings({ db }: Pick<Deps, 'db'>, { tenantId }: Identity): Promise<OrganisationSettings> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db.select(settings).from(tenants).where(eq(tenants.id, tenantId))
    if (!row) throw errors.notFound()
    return row
  })
}

/**
 * Changes the settings; they apply from the next request of each user. Runs as the system, because an organisation may not write its own
 * row.
 * @throws 400 with fieldErrors.second_step_from if a second factor is required without a date; 403 CONFIRMATION_REQUIRED
 */
export async function setOrganisationSettings(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  who: Identity,
  wanted: OrganisationSettings,
): Promise<OrganisationSettings> {
  const { tenantId } = who
  const isOptional = wanted.second_step === 'optional'
  if (!isOptional && !wanted.second_step_from) throw errors.invalid(NO_DAY, { second_step_from: NO_DAY })
  const set = { secondStep: wanted.second_step, secondStepFrom: isOptional ? null : wanted.second_step_from }
  return db.system(async (tx) => {
    if (await changeSettings(tx, who, set, clock.now())) {
      // Checked after the write, because unchanged settings require no confirmation. The error rolls the write back.
      requireConfirmed(who)
      tx.emit({ name: 'access.changed', payload: { tenantId } })
    }
    return { second_step: set.secondStep, second_step_from: set.secondStepFrom }
  })
}
