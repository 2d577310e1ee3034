import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { equalsId } from '../../platform/database/queries/equals-id.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { invitations, users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'

const selectPendingInvitations = (tx: Tx, where: SQL | undefined) =>
  tx.db
    .select({ invitation: invitations, tenant: { id: tenants.id, name: tenants.name, domain: tenants.domain } })
    .from(invitations)
    .innerJoin(tenants, whereTenant(invitations, tenants.id))
    .where(and(where, isNull(invitations.acceptedAt)))
    .orderBy(desc(invitations.createdAt))

export type InvitationRow = Awaited<ReturnType<typeof selectPendingInvitations>>[number]

/** Lists pending invitations, newest first. If `tenantId` is null, lists those of all organisations (for platform staff). */
export const listInvitations = (tx: Tx, tenantId: string | null) =>
  selectPendingInvitations(tx, tenantId ? whereTenant(invitations, tenantId) : undefined)

/** Finds a pending invitation; null if there is none. If `tenantId` is null, searches all organisations (for platform staff). */
export async function findInvitation(
  tx: Tx,
  tenantId: string | null,
  key: { id: string } | { userId: string },
): Promise<InvitationRow | null> {
  const condition = 'id' in key ? equalsId(invitations.id, key.id) : equalsId(invitations.userId, key.userId)
  const [row] = await selectPendingInvitations(tx, and(tenantId ? whereTenant(invitations, tenantId) : undefined, condition))
  return row ?? null
}

export async function findTenantByDomain(tx: Tx, domain: string) {
  const [row] = await tx.db.select().from(tenants).where(eq(tenants.domain, domain.toLowerCase()))
  return row ?? null
}

/**
 * Returns the reason why an e-mail address cannot be invited: it belongs to a user or has a valid invitation. Null if it can be invited.
 */
export async function getEmailConflict(tx: Tx, tenantId: string, email: string, now: Date): Promise<'user' | 'invited' | null> {
  const sameEmail = sql`lower(${users.email}) = lower(${email})`
  const [user] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(whereTenant(users, tenantId, sameEmail))
  if (user) return 'user'
  const [pendingInvitation] = await tx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      whereTenant(
        invitations,
        tenantId,
        eq(invitations.email, email),
        isNull(invitations.acceptedAt),
        gt(invitations.expiresAt, now),
      ),
    )
  return pendingInvitation ? 'invited' : null
}
