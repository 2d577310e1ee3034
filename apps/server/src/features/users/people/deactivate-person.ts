import { isRoleAtOrAbove } from '@prosa/contract/rules/organisation/manage-people'
import { type Identity, requireRecentConfirmation } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Accounts } from '../../auth/ports.ts'
import { cancelInvitationsMadeBy } from '../invitations/cancel-invitations.ts'
import { runInCallerScope } from '../invitations/invite-user.ts'
import { auditPersonChange } from './audit-person-change.ts'
import { findPerson, type PersonRow } from './list-people.ts'
import { lockOtherPersonForUpdate, requireOtherManager } from './lock-person.ts'

type PersonAccessDeps = Pick<Deps, 'db' | 'clock'> & { accounts: Accounts }

/** Key of the user whom a manager changes. */
export interface PersonKey {
  tenantId: string
  id: string
}

/**
 * Deactivates a user in one transaction. Ends all sessions and sockets, and invalidates the user's reset links and all links that the user
 * created. Keeps the user's name on earlier actions.
 * @throws 403 for oneself or if an admin does this for staff, 404, 409 for the last active manager
 */
export function deactivatePerson(
  { db, clock, accounts }: PersonAccessDeps,
  identity: Identity,
  { tenantId, id }: PersonKey,
): Promise<PersonRow> {
  return runInCallerScope(db, identity, async (tx) => {
    const person = await lockOtherPersonForUpdate(tx, identity, tenantId, id)
    if (!person.active) return person
    await requireOtherManager(tx, tenantId, person)
    const now = clock.now()
    await accounts.setActive(tx, { tenantId, userId: id }, false, now)
    await accounts.endSessions(tx, { tenantId, userId: id, reason: 'person switched off', endedAt: now })
    await accounts.invalidateResetLinks(tx, { tenantId, userId: id }, now)
    await accounts.invalidateResetLinksMadeBy(tx, id, null, now)
    await cancelInvitationsMadeBy(tx, identity, id, null)
    await auditPersonChange(tx, identity, { tenantId, action: 'person.switched_off', person, changes: buildActiveChange(false) })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: id, code: 'USER_INACTIVE' } })
    return reloadPerson(tx, { tenantId, id })
  })
}

/**
 * Reactivates a user with unchanged data. Earlier sessions stay ended.
 * @throws 403, 404; 403 CONFIRMATION_REQUIRED without a recent confirmation of identity, if the user's role is at or above the requester's
 * own
 */
export function reactivatePerson(
  { db, clock, accounts }: PersonAccessDeps,
  identity: Identity,
  { tenantId, id }: PersonKey,
): Promise<PersonRow> {
  return db.tenant(tenantId, async (tx) => {
    const person = await lockOtherPersonForUpdate(tx, identity, tenantId, id)
    if (person.active) return person
    if (isRoleAtOrAbove(person.role, identity.role)) requireRecentConfirmation(identity)
    await accounts.setActive(tx, { tenantId, userId: id }, true, clock.now())
    await auditPersonChange(tx, identity, { tenantId, action: 'person.switched_on', person, changes: buildActiveChange(true) })
    return reloadPerson(tx, { tenantId, id })
  })
}

/**
 * Ends all sessions of a user. The user may sign in again.
 * @throws 403 for oneself or without permission, 404
 */
export function endAllPersonSessions(
  { db, clock, accounts }: PersonAccessDeps,
  identity: Identity,
  { tenantId, id }: PersonKey,
): Promise<PersonRow> {
  return db.tenant(tenantId, async (tx) => {
    const person = await lockOtherPersonForUpdate(tx, identity, tenantId, id)
    const endedCount = await accounts.endSessions(tx, {
      tenantId,
      userId: id,
      reason: 'access ended by a manager',
      endedAt: clock.now(),
    })
    if (endedCount === 0) return person
    await auditPersonChange(tx, identity, { tenantId, action: 'person.signed_out', person })
    tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: id, code: 'TOKEN_INVALID' } })
    return person
  })
}

const buildActiveChange = (isActive: boolean) => ({ before: { isActive: !isActive }, after: { isActive } })

async function reloadPerson(tx: Tx, { tenantId, id }: PersonKey): Promise<PersonRow> {
  const person = await findPerson(tx, tenantId, id)
  if (!person) throw new Error('A person vanished inside their own transaction')
  return person
}
