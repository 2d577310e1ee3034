import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { getRoleInTenant, type LinkMaker } from '../../../platform/access/link-maker-role.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'

/**
 * Deletes open invitations from an inviter who may no longer assign the invited role, and writes each deletion to the audit log. In a
 * transaction of one organisation, affects only its invitations.
 * @param currentMaker the inviter's current role; null deletes all invitations from the inviter
 */
export const cancelInvitationsMadeBy = (
  tx: Tx,
  identity: Identity,
  makerId: string,
  currentMaker: LinkMaker | null,
): Promise<void> =>
  cancelMatchingInvitations(
    tx,
    identity,
    eq(invitations.invitedBy, makerId),
    ({ tenantId, role }) =>
      !currentMaker ||
      !getAssignableRoles(getRoleInTenant(tenantId, currentMaker)).some((assignableRole) => assignableRole === role),
  )

/** Deletes all open invitations to an organisation, and writes each deletion to the audit log. */
export const cancelTenantInvitations = (tx: Tx, identity: Identity, tenantId: string): Promise<void> =>
  cancelMatchingInvitations(tx, identity, whereTenant(invitations, tenantId), () => true)

async function cancelMatchingInvitations(
  tx: Tx,
  identity: Identity,
  condition: SQL,
  isCancelled: (invitation: { tenantId: string; role: string }) => boolean,
): Promise<void> {
  const openInvitations = await tx.db
    .select()
    .from(invitations)
    .where(and(condition, isNull(invitations.acceptedAt)))
  for (const { tenantId, id, email, role } of openInvitations) {
    if (!isCancelled({ tenantId, role })) continue
    await tx.db.delete(invitations).where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity, tenantId),
      action: 'invitation.cancelled',
      subject: { kind: 'invitation', id, label: email },
    })
  }
}
