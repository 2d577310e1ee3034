import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { createSecretBox, type SecretBox } from '../../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappSignups } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'

export type SignupRow = typeof whatsappSignups.$inferSelect
export type SignupRef = Pick<SignupRow, 'tenantId' | 'id'>

/** Milliseconds since the last change after which a sign-up is deleted. Its WhatsApp number stays. */
const SIGNUP_RETENTION_MS = 86_400_000

/** Returns the encryption for the secrets of one sign-up. Secrets of another sign-up cannot be decrypted with it. */
export const getSignupSecretBox = ({ config }: Pick<Deps, 'config'>, { tenantId, id }: SignupRef): SecretBox =>
  createSecretBox(`whatsapp-signup:${tenantId}:${id}`, config.sessionSecret, config.previousSecret ?? undefined)

const whereSignup = ({ tenantId, id }: SignupRef) => whereTenant(whatsappSignups, tenantId, eq(whatsappSignups.id, id))

export async function findSignup(tx: Tx, signupRef: SignupRef): Promise<SignupRow | null> {
  const [row] = await tx.db.select().from(whatsappSignups).where(whereSignup(signupRef))
  return row ?? null
}

/** Updates a sign-up and informs clients. The event contains the id of the sign-up until its WhatsApp number is stored. */
export async function updateSignup(tx: Tx, signupRef: SignupRef, changes: Partial<SignupRow>, at: Date): Promise<void> {
  const [row] = await tx.db
    .update(whatsappSignups)
    .set({ failure: null, ...changes, updatedAt: at })
    .where(whereSignup(signupRef))
    .returning()
  if (row) emitSignupChange(tx, row)
}

const emitSignupChange = (tx: Tx, { tenantId, id, numberId }: Pick<SignupRow, 'tenantId' | 'id' | 'numberId'>): void =>
  tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: numberId ?? id, status: 'ok' } })

/** Returns the unfinished sign-ups, newest first: all with an access token, and the user's newest one without. */
export async function listUnfinishedSignups(
  tx: Tx,
  { tenantId, userId }: Pick<SignupRow, 'tenantId' | 'userId'>,
  at: Date,
): Promise<SignupRow[]> {
  const rows = await tx.db
    .select()
    .from(whatsappSignups)
    .where(whereTenant(whatsappSignups, tenantId, gt(whatsappSignups.updatedAt, new Date(at.getTime() - SIGNUP_RETENTION_MS))))
    .orderBy(desc(whatsappSignups.createdAt), desc(whatsappSignups.id))
  const newestOwn = rows.find((row) => row.userId === userId)
  return rows.filter((row) => {
    if (row.step === 'done') return false
    const isGranted = row.step !== 'begun' && row.step !== 'returned'
    return isGranted || (row === newestOwn && (row.step === 'returned' || row.expiresAt > at))
  })
}

export const deleteOldSignups = (tx: Tx, tenantId: string, at: Date) =>
  tx.db
    .delete(whatsappSignups)
    .where(
      and(whereTenant(whatsappSignups, tenantId), lt(whatsappSignups.updatedAt, new Date(at.getTime() - SIGNUP_RETENTION_MS))),
    )

/** Encrypts the access tokens of sign-ups with the current session secret. Returns the number of changed tokens. */
export async function reencryptSignupTokens(tx: Tx, tenantId: string, deps: Pick<Deps, 'config'>): Promise<number> {
  let count = 0
  for (const row of await tx.db.select().from(whatsappSignups).where(whereTenant(whatsappSignups, tenantId))) {
    const reencrypted = row.accessToken === null ? null : getSignupSecretBox(deps, row).reencrypt(row.accessToken)
    if (reencrypted === null) continue
    await tx.db.update(whatsappSignups).set({ accessToken: reencrypted }).where(whereSignup(row))
    count += 1
  }
  return count
}
