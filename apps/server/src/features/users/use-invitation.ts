import { eq } from 'drizzle-orm'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { invitations } from '../../kernel/db/schema/accounts.ts'
import type { Invitations } from './ports.ts'

/** Number of times that one link may answer that a phone number is in use: enough for typing errors, too few to probe for numbers. */
const TAKEN_PHONES_MAX = 3

export const acceptInvitation: Invitations['accept'] = async (tx, { tenantId, id }, at) => {
  await tx.db
    .update(invitations)
    .set({ acceptedAt: at })
    .where(ofTenant(invitations, tenantId, eq(invitations.id, id)))
}

export const countTaken: Invitations['countTaken'] = async (tx, { tenantId, id, takenPhones }, at) => {
  const isLast = takenPhones + 1 >= TAKEN_PHONES_MAX
  await tx.db
    .update(invitations)
    .set({ takenPhones: takenPhones + 1, ...(isLast ? { expiresAt: at } : {}) })
    .where(ofTenant(invitations, tenantId, eq(invitations.id, id)))
}
