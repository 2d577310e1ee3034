import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Accounts } from '../../auth/ports.ts'
import { auditPersonChange } from './audit-person-change.ts'
import type { PersonKey } from './deactivate-person.ts'
import { findPerson, type PersonRow } from './list-people.ts'
import { lockOtherPersonForUpdate } from './lock-person.ts'

/**
 * Removes the second factor of a user who can no longer use it, for example after losing a phone. The user can then sign in with the
 * password alone. Existing sessions continue.
 * @throws 403 for oneself or if an admin does this for staff, 404
 */
export function removePersonSecondStep(
  { db, accounts }: Pick<Deps, 'db'> & { accounts: Accounts },
  identity: Identity,
  { tenantId, id }: PersonKey,
): Promise<PersonRow> {
  return db.tenant(tenantId, async (tx) => {
    const person = await lockOtherPersonForUpdate(tx, identity, tenantId, id)
    if (person.secondStep === 'none') return person
    await accounts.removeSecondStep(tx, { tenantId, userId: id })
    const changes = { before: { second_step: person.secondStep }, after: { second_step: 'none' } }
    await auditPersonChange(tx, identity, { tenantId, action: 'second_step.removed', person, changes })
    return (await findPerson(tx, tenantId, id)) ?? person
  })
}
