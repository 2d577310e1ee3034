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
 * Writes down what second step a person has now, after every change of it and in its transaction. Where nothing is left the codes that
 * stand in for it go too; after any change no device is trusted that was before.
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

/** Takes everything away that a person has as second step, for who has lost it all. */
export async function removeSecondStep(tx: Tx, account: Account): Promise<void> {
  await removeTotp(tx, account)
  await deleteAllPasskeys(tx, account)
  await settleSecondStep(tx, account)
}
