import { and, eq, ne } from 'drizzle-orm'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { clearPresence } from '../../platform/realtime/presence.ts'
import type { AccountKey, Accounts } from './ports.ts'

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(users, tenantId, eq(users.id, userId))

/**
 * Assigns a phone number to a user and deletes the user's previous phone numbers. Returns false if a user of any organisation has this
 * number. Writes to `userPhones`, the sign-in directory of all organisations.
 */
export const assignPhone: Accounts['assignPhone'] = async (systemTx, { tenantId, userId }, phone) => {
  const assignedRows = await systemTx.db
    .insert(userPhones)
    .values({ phone, tenantId, userId })
    .onConflictDoNothing()
    .returning({ phone: userPhones.phone })
  if (assignedRows.length === 0) return false
  await systemTx.db.delete(userPhones).where(and(eq(userPhones.userId, userId), ne(userPhones.phone, phone)))
  return true
}

export const addAccount: Accounts['add'] = async (systemTx, { tenantId, userId, name, ...account }, now) => {
  await systemTx.db.insert(users).values({ tenantId, id: userId, name: name.trim(), ...account, createdAt: now, updatedAt: now })
}

export const updateAccount: Accounts['update'] = async (tx, account, change, now) => {
  await tx.db
    .update(users)
    // A role change deletes the individual permissions, because they were granted for the old role.
    .set({ ...change, ...(change.role === undefined ? {} : { permissions: null }), updatedAt: now })
    .where(whereAccount(account))
}

export const setAccountActive: Accounts['setActive'] = async (tx, account, active, now) => {
  await tx.db.update(users).set({ active, updatedAt: now }).where(whereAccount(account))
  if (!active) await clearPresence(tx, account)
}
