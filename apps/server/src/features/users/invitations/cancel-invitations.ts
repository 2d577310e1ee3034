import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { getRoleInTenant, type LinkMaker } from '../../../platform/access/link-maker-role.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'

/**
 * Deletes open invitations from an inviter who may no longer assign the invited role, and writes each deletion to the audit log. `now`: the
 * inviter's current role; null deletes all invitations from the inviter. Within a transaction of one organisation, affects only that
 * organisation's invitations.
 */
export const cancelInvitationsMadeBy = (tx: Tx, who: Identity, makerId: string, now: LinkMaker | null): Promise<void> =>
  cancelMatchingInvitations(
    tx,
    who,
    eq(invitations.invitedBy, makerId),
    ({ tenantId, role }) => !now || !getAssignableRoles(getRoleInTenant(tenantId, now)).some((handed) => handed === role),
  )

/** Deletes all open invitations to an organisation, and writes each deletion to the audit log. */
export const cancelTenantInvitations = (tx: Tx, who: Identity, tenantId: string): Promise<void> =>
  cancelMatchingInvitations(tx, who, whereTenant(invitations, tenantId), () => true)

async function cancelMatchingInvitations(
  tx: Tx,
  who: Identity,
  which: SQL,
  isOver: (invitation: { tenantId: string; role: string }) => boolean,
): Promise<void> {
  const open = await tx.db
    .select()
    .from(invitations)
    .where(and(which, isNull(invitations.acceptedAt)))
  for (const { tenantId, id, email, role } of open) {
    if (!isOver({ tenantId, role })) continue
    await tx.db.delete(invitations).where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(who, tenantId),
      action: 'invitation.cancelled',
      subject: { kind: 'invitation', id, label: email },
    })
  }
}
