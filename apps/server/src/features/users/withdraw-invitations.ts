import { rolesToHandOut } from '@prosa/contract/rules/manage-people'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { actorOf, audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { invitations } from '../../kernel/db/schema/accounts.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { type LinkMaker, roleWithin } from '../../kernel/link-makers.ts'

/**
 * Deletes the open invitations of an inviter whose role `now` may not assign the invited role, and audits each deletion. `now` null deletes
 * all of them. In a transaction of one organisation, only the invitations into that organisation.
 */
export const withdrawInvitationsBy = (tx: Tx, who: Identity, makerId: string, now: LinkMaker | null): Promise<void> =>
  withdraw(
    tx,
    who,
    eq(invitations.invitedBy, makerId),
    ({ tenantId, role }) => !now || !rolesToHandOut(roleWithin(tenantId, now)).some((handed) => handed === role),
  )

/** Deletes every open invitation into an organisation, and audits each deletion. */
export const withdrawInvitationsInto = (tx: Tx, who: Identity, tenantId: string): Promise<void> =>
  withdraw(tx, who, ofTenant(invitations, tenantId), () => true)

async function withdraw(
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
    await tx.db.delete(invitations).where(ofTenant(invitations, tenantId, eq(invitations.id, id)))
    await audit(tx, {
      tenantId,
      actor: actorOf(who, tenantId),
      action: 'invitation.cancelled',
      subject: { kind: 'invitation', id, label: email },
    })
  }
}
