import { getAssignableRoles, isManagerRole, isRoleAtOrAbove } from '@prosa/contract/rules/organisation/manage-people'
import { eq, isNull, ne, sql } from 'drizzle-orm'
import { type Identity, requireRecentConfirmation } from '../../../platform/access/identity.ts'
import { getChangedFields } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations, users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { AccountKey, Accounts } from '../../auth/ports.ts'
import { cancelInvitationsMadeBy } from '../invitations/cancel-invitations.ts'
import { runInCallerScope } from '../invitations/invite-user.ts'
import { auditPersonChange } from './audit-person-change.ts'
import type { PersonKey } from './deactivate-person.ts'
import { findPerson, type PersonRow } from './list-people.ts'
import { lockPersonForUpdate, requireOtherManager } from './lock-person.ts'

/** Fields of a user to change; undefined fields stay as they are. */
export interface PersonChange {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  role?: string | undefined
}

/**
 * Changes a user's name, e-mail address, phone number or role. A new phone number ends the user's sessions. A new role applies at once and
 * invalidates links that the user may no longer create.
 * @throws 403 if not allowed, or for one's own role; 403 CONFIRMATION_REQUIRED for sensitive fields; 404; 409 if phone number or e-mail
 * address are taken, or for the last active manager
 */
export async function applyPersonChange(
  { db, clock, accounts }: Pick<Deps, 'db' | 'clock'> & { accounts: Accounts },
  identity: Identity,
  { tenantId, id }: PersonKey,
  change: PersonChange,
): Promise<PersonRow> {
  // Phone numbers are unique across organisations, so a change needs a transaction across all organisations.
  const runInScope = <T>(work: (tx: Tx) => Promise<T>) =>
    change.phone === undefined ? runInCallerScope(db, identity, work) : db.system(work)
  return runInScope(async (tx) => {
    const { person, requesterRole } = await lockPersonForUpdate(tx, identity, tenantId, id)
    const changedValues = getChangedValues(person, change)
    const changes = getChangedFields<Partial<PersonRow>>(person, changedValues)
    if (!changes) return person
    if (changedValues.role !== undefined)
      await requireMayAssignRole(tx, { userId: identity.userId, role: requesterRole }, tenantId, person, changedValues.role)
    const isPrivilegedRole = changedValues.role !== undefined && isRoleAtOrAbove(changedValues.role, requesterRole)
    if (changedValues.email !== undefined || changedValues.phone !== undefined || isPrivilegedRole)
      requireRecentConfirmation(identity)
    if (changedValues.email) await requireFreeEmail(tx, tenantId, person, changedValues.email)
    if (changedValues.phone !== undefined) await assignPhone(tx, accounts, { tenantId, userId: person.id }, changedValues.phone)
    const time = clock.now()
    await accounts.update(tx, { tenantId, userId: person.id }, changedValues, time)
    await auditPersonChange(tx, identity, { tenantId, action: 'person.changed', person, changes })
    // A reset link that was sent to the old address or number must become invalid.
    if (changedValues.phone !== undefined || changedValues.email !== undefined)
      await accounts.invalidateResetLinks(tx, { tenantId, userId: person.id }, time)
    if (changedValues.role !== undefined) {
      const newMaker = { tenantId, role: changedValues.role }
      await accounts.invalidateResetLinksMadeBy(tx, person.id, newMaker, time)
      await cancelInvitationsMadeBy(tx, identity, person.id, newMaker)
    }
    if (changedValues.phone !== undefined) {
      await accounts.endSessions(tx, { tenantId, userId: person.id, reason: 'phone changed', endedAt: time })
      tx.emit({ name: 'sessions.ended', payload: { tenantId, userId: person.id, code: 'TOKEN_INVALID' } })
    } else {
      tx.emit({ name: 'access.changed', payload: { tenantId, userId: person.id } })
    }
    const updated = await findPerson(tx, tenantId, person.id)
    if (!updated) throw new Error('A person vanished inside their own transaction')
    return updated
  })
}

/** Returns the fields with values that differ from the stored ones. `email` is null if the e-mail address is removed. */
function getChangedValues(person: PersonRow, { name, email, phone, role }: PersonChange) {
  const address = email === undefined ? undefined : email.toLowerCase() || null
  return {
    ...(name === undefined || name.trim() === person.name ? {} : { name: name.trim() }),
    ...(address === undefined || address === (person.email?.toLowerCase() ?? null) ? {} : { email: address }),
    ...(phone === undefined || phone === person.phone ? {} : { phone }),
    ...(role === undefined || role === person.role ? {} : { role }),
  }
}

/**
 * Verifies that the requester may give a user this role. Users cannot change their own role (PEOPLE-05) or assign a role above it.
 * @throws 403, 409 for the last active manager
 */
async function requireMayAssignRole(
  tx: Tx,
  assigner: { userId: string; role: string },
  tenantId: string,
  person: PersonRow,
  role: string,
): Promise<void> {
  if (person.id === assigner.userId) throw errors.permissionDenied()
  if (!getAssignableRoles(assigner.role).some((assignableRole) => assignableRole === role)) throw errors.permissionDenied()
  if (!isManagerRole(role)) await requireOtherManager(tx, tenantId, person)
}

/**
 * Verifies that no other user and no pending invitation of the organisation has this e-mail address.
 * @throws 409 otherwise
 */
async function requireFreeEmail(tx: Tx, tenantId: string, person: PersonRow, email: string): Promise<void> {
  const createConflictError = (message: string) => errors.conflict(message, { email: message })
  const emailCondition = whereTenant(users, tenantId, ne(users.id, person.id), sql`lower(${users.email}) = ${email}`)
  if ((await tx.db.$count(users, emailCondition)) > 0)
    throw createConflictError('Este e-mail já é de uma pessoa desta organização.')
  const invitationCondition = whereTenant(invitations, tenantId, eq(invitations.email, email), isNull(invitations.acceptedAt))
  if ((await tx.db.$count(invitations, invitationCondition)) > 0)
    throw createConflictError('Este e-mail tem um convite pendente. Cancele o convite antes.')
}

async function assignPhone(systemTx: Tx, accounts: Accounts, account: AccountKey, phone: string): Promise<void> {
  const message = 'Este telefone já está em uso.'
  if (!(await accounts.assignPhone(systemTx, account, phone))) throw errors.conflict(message, { phone: message })
}
