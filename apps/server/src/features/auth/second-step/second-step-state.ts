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
 * Updates the stored kind of second factor of a user, and returns it. Removes trusted devices and, without a second factor, the recovery
 * codes. Call it after every change of second factors, in the same transaction.
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

export async function removeAllSecondSteps(tx: Tx, account: AccountKey): Promise<void> {
  await removeTotp(tx, account)
  await deleteAllPasskeys(tx, account)
  await updateSecondStepState(tx, account)
}
