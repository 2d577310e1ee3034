import type { SecondStep } from '@prosa/contract/rules/second-step'
import { eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { passkeys, totpSecrets, users } from '../../../kernel/db/schema/accounts.ts'
import { deleteAllPasskeys } from './passkeys.ts'
import { removeRecoveryCodes } from './recovery-codes.ts'
import { type Account, removeTotp } from './totp.ts'
import { distrustDevices } from './trusted-device.ts'

/**
 * Stores which second factors a user has; call it after every change of them, in the same transaction. Removes the recovery codes if no
 * factor is left, and always removes the trusted devices.
 */
export async function settleSecondStep(tx: Tx, account: Account): Promise<SecondStep> {
  const { tenantId, userId } = account
  const hasTotp = ofTenant(totpSecrets, tenantId, eq(totpSecrets.userId, userId), isNotNull(totpSecrets.secret))
  const hasPasskey = ofTenant(passkeys, tenantId, eq(passkeys.userId, userId))
  const [totp, passkey] = [await tx.db.$count(totpSecrets, hasTotp), await tx.db.$count(passkeys, hasPasskey)]
  const secondStep = totp > 0 ? (passkey > 0 ? 'both' : 'totp') : passkey > 0 ? 'passkey' : 'none'
  await tx.db
    .update(users)
    .set({ secondStep })
    .where(ofTenant(users, tenantId, eq(users.id, userId)))
  if (secondStep === 'none') await removeRecoveryCodes(tx, account)
  await distrustDevices(tx, account)
  tx.emit({ name: 'access.changed', payload: { tenantId, userId } })
  return secondStep
}

/** Removes all second factors of a user who has lost access to them. */
export async function removeSecondStep(tx: Tx, account: Account): Promise<void> {
  await removeTotp(tx, account)
  await deleteAllPasskeys(tx, account)
  await settleSecondStep(tx, account)
}
