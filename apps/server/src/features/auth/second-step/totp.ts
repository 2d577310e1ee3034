import { eq, sql } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import type { Config } from '../../../platform/config/config.ts'
import { createSecretBox, type SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { totpSecrets } from '../../../platform/database/schema/organisation/accounts.ts'

/** Tolerated deviation of the phone's clock in seconds, in both directions. */
const TOLERANCE_SECONDS = 30
const TIME_STEP_SECONDS = 30

export interface AccountKey {
  tenantId: string
  userId: string
}

/** Creates the object that encrypts and decrypts the secrets of authenticator apps. */
export const createTotpBox = ({ sessionSecret, previousSecret }: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('totp', sessionSecret, previousSecret ?? undefined)

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(totpSecrets, tenantId, eq(totpSecrets.userId, userId))

/**
 * Creates a new secret for an authenticator app. It becomes active with `confirmTotpSetup`; until then, the previous secret stays valid.
 * @param label account name that the app shows
 * @returns the secret as text to type, and as the URI for a QR code
 */
export async function startTotpSetup(
  tx: Tx,
  box: SecretBox,
  account: AccountKey,
  label: string,
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  const pending = box.encrypt(secret)
  await tx.db
    .insert(totpSecrets)
    .values({ ...account, pending })
    .onConflictDoUpdate({ target: [totpSecrets.tenantId, totpSecrets.userId], set: { pending, updatedAt: sql`now()` } })
  return { secret, uri: generateURI({ issuer: 'Prosa', label, secret }) }
}

/**
 * Activates the pending secret of an authenticator app if `code` is right.
 * @returns whether the code was right
 */
export async function confirmTotpSetup(tx: Tx, box: SecretBox, account: AccountKey, code: string, now: Date): Promise<boolean> {
  const [stored] = await tx.db.select().from(totpSecrets).where(whereAccount(account)).for('update')
  if (!stored?.pending) return false
  const step = await getValidTimeStep(box.decrypt(stored.pending), code, null, now)
  if (step === null) return false
  await tx.db
    .update(totpSecrets)
    .set({ secret: stored.pending, pending: null, lastStep: step, updatedAt: now })
    .where(whereAccount(account))
  return true
}

/**
 * Verifies a code from the authenticator app and consumes it. Locks the row of the account's secret, so that only one of several concurrent
 * attempts succeeds. Later, codes of the same or an earlier time step are rejected.
 * @returns whether the code was right
 */
export async function verifyAndConsumeTotp(
  tx: Tx,
  box: SecretBox,
  account: AccountKey,
  code: string,
  now: Date,
): Promise<boolean> {
  const [stored] = await tx.db.select().from(totpSecrets).where(whereAccount(account)).for('update')
  if (!stored?.secret) return false
  const step = await getValidTimeStep(box.decrypt(stored.secret), code, stored.lastStep, now)
  if (step === null) return false
  await tx.db.update(totpSecrets).set({ lastStep: step }).where(whereAccount(account))
  return true
}

/** Returns the time step of a valid code. Returns null if the code is invalid, or its time step is not later than `lastStep`. */
async function getValidTimeStep(secret: string, code: string, lastStep: number | null, now: Date): Promise<number | null> {
  const token = code.replace(/\s/g, '')
  const epoch = Math.floor(now.getTime() / 1_000)
  // After the clock was set back, all codes are rejected until the time of the last accepted code is reached again.
  const isBeforeLastStep = lastStep !== null && lastStep >= Math.floor((epoch + TOLERANCE_SECONDS) / TIME_STEP_SECONDS)
  if (!/^\d{6}$/.test(token) || isBeforeLastStep) return null
  const result = await verify({
    secret,
    token,
    epoch,
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Removes the authenticator app of a user.
 * @returns whether the user had a confirmed app
 */
export async function removeTotp(tx: Tx, account: AccountKey): Promise<boolean> {
  const deletedRows = await tx.db.delete(totpSecrets).where(whereAccount(account)).returning({ secret: totpSecrets.secret })
  return deletedRows.some(({ secret }) => secret !== null)
}

/**
 * Encrypts the authenticator secrets of an organisation with the current server secret. Locks the rows, so that no concurrent change is
 * lost.
 * @returns the number of changed rows
 */
export async function reencryptTotpSecrets(
  tx: Tx,
  tenantId: string,
  config: Pick<Config, 'sessionSecret' | 'previousSecret'>,
): Promise<number> {
  const box = createTotpBox(config)
  const rows = await tx.db.select().from(totpSecrets).where(whereTenant(totpSecrets, tenantId)).for('update')
  let count = 0
  for (const { userId, secret, pending } of rows) {
    const reencrypted = { secret: secret && box.reencrypt(secret), pending: pending && box.reencrypt(pending) }
    if (!reencrypted.secret && !reencrypted.pending) continue
    await tx.db
      .update(totpSecrets)
      .set({ secret: reencrypted.secret ?? secret, pending: reencrypted.pending ?? pending })
      .where(whereAccount({ tenantId, userId }))
    count += 1
  }
  return count
}
