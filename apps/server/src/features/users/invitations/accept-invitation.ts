import { eq } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Invitations } from '../ports.ts'

/**
 * Number of times that one invitation link may report that a phone number is in use. It allows for typing errors, but not for testing which
 * phone numbers are registered.
 */
const MAX_PHONE_CONFLICTS = 3

export const acceptInvitation: Invitations['markAccepted'] = async (tx, { tenantId, id }, now) => {
  await tx.db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
}

export const countPhoneConflict: Invitations['countPhoneConflict'] = async (tx, { tenantId, id, takenPhones }, now) => {
  const isLast = takenPhones + 1 >= MAX_PHONE_CONFLICTS
  await tx.db
    .update(invitations)
    .set({ takenPhones: takenPhones + 1, ...(isLast ? { expiresAt: now } : {}) })
    .where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
}
