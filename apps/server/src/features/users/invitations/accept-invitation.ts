import { eq } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { invitations } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Invitations } from '../ports.ts'

/**
 * Number of times that the form of one link may return 'this phone number is in use'. Enough for typing errors, too few to find out which
 * phone numbers are registered.
 */
const MAX_TAKEN_PHONES = 3

export const acceptInvitation: Invitations['accept'] = async (tx, { tenantId, id }, at) => {
  await tx.db
    .update(invitations)
    .set({ acceptedAt: at })
    .where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
}

export const countTakenPhone: Invitations['countTaken'] = async (tx, { tenantId, id, takenPhones }, at) => {
  const isLast = takenPhones + 1 >= MAX_TAKEN_PHONES
  await tx.db
    .update(invitations)
    .set({ takenPhones: takenPhones + 1, ...(isLast ? { expiresAt: at } : {}) })
    .where(whereTenant(invitations, tenantId, eq(invitations.id, id)))
}
