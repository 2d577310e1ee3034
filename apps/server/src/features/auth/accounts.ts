import { and, eq, ne } from 'drizzle-orm'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { userPhones, users } from '../../platform/database/schema/organisation/accounts.ts'
import { clearPresence } from '../../platform/realtime/presence.ts'
import type { AccountKey, Accounts } from './ports.ts'

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(users, tenantId, eq(users.id, userId))

/**
 * Assigns a phone number to a user and releases the user's previous phone numbers. Returns false if a user of any organisation already has
 * the phone number. Writes to the sign-in directory (`userPhones`), which spans all organisations.
 */
export const assignPhone: Accounts['takePhone'] = async (system, { tenantId, userId }, phone) => {
  const taken = await system.db
    .insert(userPhones)
    .values({ phone, tenantId, userId })
    .onConflictDoNothing()
    .returning({ phone: userPhones.phone })
  if (taken.length === 0) return false
  await system.db.delete(userPhones).where(and(eq(userPhones.userId, userId), ne(userPhones.phone, phone)))
  return true
}

export const addAccount: Accounts['add'] = async (system, { tenantId, userId, name, ...account }, at) => {
  await system.db.insert(users).values({ tenantId, id: userId, name: name.trim(), ...account, createdAt: at, updatedAt: at })
}

export const updateAccount: Accounts['change'] = async (tx, account, change, at) => {
  await tx.db
    .update(users)
    // Changing the role removes individually granted permissions, because they were granted for the old role.
    .set({ ...change, ...(change.role === undefined ? {} : { permissions: null }), updatedAt: at })
    .where(whereAccount(account))
}

export const setAccountActive: Accounts['switch'] = async (tx, account, active, at) => {
  await tx.db.update(users).set({ active, updatedAt: at }).where(whereAccount(account))
  if (!active) await clearPresence(tx, account)
}
