import type { SecondStep } from '@prosa/contract/rules/accounts/second-step'
import { eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { passkeys, totpSecrets, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { deleteAllPasskeys } from './passkeys.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'
import { type AccountKey, removeTotp } from './totp.ts'
import { removeTrustedDevices } from './trusted-device.ts'

/**
 * Updates the stored kind of second factor of a user, and returns it. Must be called after every change of second factors, in the same
 * transaction. Removes the trusted devices and, if no second factor is left, the recovery codes.
 */
export async function updateSecondStepState(tx: Tx, account: AccountKey): Promise<SecondStep> {
  const { tenantId, userId } = account
  const hasTotp = whereTenant(totpSecrets, tenantId, eq(totpSecrets.userId, userId), isNotNull(totpSecrets.secret))
  const hasPasskey = whereTenant(passkeys, tenantId, eq(passkeys.userId, userId))
  const [totp, passkey] = [await tx.db.$count(totpSecrets, hasTotp), await tx.db.$count(passkeys, hasPasskey)]
  const secondStep = totp > 0 ? (passkey > 0 ? 'both' : 'totp') : passkey > 0 ? 'passkey' : 'none'
  await tx.db
    .update(users)
    .set({ secondStep })
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
  if (secondStep === 'none') await removeRecoveryCodes(tx, account)
  await removeTrustedDevices(tx, account)
  tx.emit({ name: 'access.changed', payload: { tenantId, userId } })
  return secondStep
}

/** Removes all second factors of a user who can no longer use them. */
export async function removeAllSecondSteps(tx: Tx, account: AccountKey): Promise<void> {
  await removeTotp(tx, account)
  await deleteAllPasskeys(tx, account)
  await updateSecondStepState(tx, account)
}
