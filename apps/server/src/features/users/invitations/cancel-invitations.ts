import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { getRoleInTenant, type LinkMaker } from '../../../platform/access/link-maker-role.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'

/**
 * Deletes the open invitations of an inviter whose role `now` may not assign the invited role, and audits each deletion. `now` null deletes
 * all of them. In a transaction of one organisation, only the invitations into that organisation.
 */
export const cancelInvitationsMadeBy = (tx: Tx, who: Identity, makerId: string, now: LinkMaker | null): Promise<void> =>
  cancelMatchingInvitations(
    tx,
    who,
    eq(invitations.invitedBy, makerId),
    ({ tenantId, role }) => !now || !getAssignableRoles(getRoleInTenant(tenantId, now)).some((handed) => handed === role),
  )

/** Deletes every open invitation into an organisation, and audits each deletion. */
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
