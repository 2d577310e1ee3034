import { eq, sql } from 'drizzle-orm'
import { generateSecret, generateURI, verify } from 'otplib'
import type { Config } from '../../../kernel/config.ts'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { totpSecrets } from '../../../kernel/db/schema/accounts.ts'
import { createSecretBox, type SecretBox } from '../../../kernel/secret-box.ts'

/** Seconds by which the clock of a person's phone may be wrong, either way. */
const TOLERANCE_SECONDS = 30
const STEP_SECONDS = 30

export interface Account {
  tenantId: string
  userId: string
}

/** Seals the secrets of people's apps. */
export const totpBox = ({ sessionSecret, previousSecret }: Pick<Config, 'sessionSecret' | 'previousSecret'>): SecretBox =>
  createSecretBox('totp', sessionSecret, previousSecret ?? undefined)

const mine = ({ tenantId, userId }: Account) => ofTenant(totpSecrets, tenantId, eq(totpSecrets.userId, userId))

/**
 * Hands out a secret for an app; it counts for nothing until a code of it was given. One that is in use stays so meanwhile.
 * @returns it as it is typed, and as a QR code carries it
 */
export async function startTotp(
  tx: Tx,
  box: SecretBox,
  account: Account,
  label: string,
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  const pending = box.seal(secret)
  await tx.db
    .insert(totpSecrets)
    .values({ ...account, pending })
    .onConflictDoUpdate({ target: [totpSecrets.tenantId, totpSecrets.userId], set: { pending, updatedAt: sql`now()` } })
  return { secret, uri: generateURI({ issuer: 'Prosa', label, secret }) }
}

/** Takes the secret that was handed out into use, by a right code of it. @returns whether the code was right */
export async function confirmTotp(tx: Tx, box: SecretBox, account: Account, code: string, now: Date): Promise<boolean> {
  const [held] = await tx.db.select().from(totpSecrets).where(mine(account)).for('update')
  if (!held?.pending) return false
  const step = await stepOf(box.open(held.pending), code, null, now)
  if (step === null) return false
  await tx.db
    .update(totpSecrets)
    .set({ secret: held.pending, pending: null, lastStep: step, updatedAt: now })
    .where(mine(account))
  return true
}

/**
 * Takes a code of the app, once: the row is held until the transaction ends, so of many at the same time one is right, and no code of
 * the same or an earlier half minute is right after it.
 * @returns whether it was right
 */
export async function takeTotp(tx: Tx, box: SecretBox, account: Account, code: string, now: Date): Promise<boolean> {
  const [held] = await tx.db.select().from(totpSecrets).where(mine(account)).for('update')
  if (!held?.secret) return false
  const step = await stepOf(box.open(held.secret), code, held.lastStep, now)
  if (step === null) return false
  await tx.db.update(totpSecrets).set({ lastStep: step }).where(mine(account))
  return true
}

/** The half minute whose code this is; null when it is none that is good now. */
async function stepOf(secret: string, code: string, lastStep: number | null, now: Date): Promise<number | null> {
  const token = code.replace(/\s/g, '')
  const epoch = Math.floor(now.getTime() / 1_000)
  // A code of a time that a clock has since been set back from leaves nothing to be accepted until that time comes again.
  const isAhead = lastStep !== null && lastStep >= Math.floor((epoch + TOLERANCE_SECONDS) / STEP_SECONDS)
  if (!/^\d{6}$/.test(token) || isAhead) return null
  const found = await verify({
    secret,
    token,
    epoch,
    epochTolerance: TOLERANCE_SECONDS,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}

/** Takes the app away. @returns whether there was one in use */
export async function removeTotp(tx: Tx, account: Account): Promise<boolean> {
  const gone = await tx.db.delete(totpSecrets).where(mine(account)).returning({ secret: totpSecrets.secret })
  return gone.some(({ secret }) => secret !== null)
}

/** Seals an organisation's secrets under the server's secret in use; what is replaced meanwhile is sealed so already. */
export async function resealTotp(
  tx: Tx,
  tenantId: string,
  config: Pick<Config, 'sessionSecret' | 'previousSecret'>,
): Promise<number> {
  const box = totpBox(config)
  const rows = await tx.db.select().from(totpSecrets).where(ofTenant(totpSecrets, tenantId)).for('update')
  let count = 0
  for (const { userId, secret, pending } of rows) {
    const anew = { secret: secret && box.reseal(secret), pending: pending && box.reseal(pending) }
    if (!anew.secret && !anew.pending) continue
    await tx.db
      .update(totpSecrets)
      .set({ secret: anew.secret ?? secret, pending: anew.pending ?? pending })
      .where(mine({ tenantId, userId }))
    count += 1
  }
  return count
}
