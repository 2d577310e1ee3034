import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '@prosa/contract/entities/accounts/passkey'
import { and, eq } from 'drizzle-orm'
import { parse, stringify, v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { passkeys } from '../../../platform/database/schema/organisation/accounts.ts'
import { errors } from '../../../platform/errors.ts'
import type { AccountKey } from './totp.ts'
import { type RelyingParty, verifyNewPasskey, verifyPasskeyResponse } from './webauthn.ts'

const MAX_PASSKEYS_PER_USER = 20
const UUID_BYTES = 16

export type PasskeyRow = typeof passkeys.$inferSelect

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(passkeys, tenantId, eq(passkeys.userId, userId))
const wherePasskey = (account: AccountKey, id: string) => and(whereAccount(account), eq(passkeys.id, id))

export const listPasskeys = (tx: Tx, account: AccountKey): Promise<PasskeyRow[]> =>
  tx.db.select().from(passkeys).where(whereAccount(account)).orderBy(passkeys.createdAt)

/**
 * Returns the user handle to store in a passkey: tenant id and user id. A sign-in by passkey finds the account by it, without a phone
 * number. The handle proves nothing by itself.
 */
export const toUserHandle = ({ tenantId, userId }: AccountKey): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...parse(tenantId), ...parse(userId)])

/** Parses a passkey's user handle. Returns null if this server did not create it. */
export function parseUserHandle(handle: string | null | undefined): AccountKey | null {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== 2 * UUID_BYTES) return null
  try {
    return { tenantId: stringify(bytes.subarray(0, UUID_BYTES)), userId: stringify(bytes.subarray(UUID_BYTES)) }
  } catch {
    return null
  }
}

/**
 * Stores a new passkey.
 * @throws 400 if the response does not match the challenge, 409 if the user has too many passkeys or already has this one
 */
export async function addPasskey(
  tx: Tx,
  relyingParty: RelyingParty,
  account: AccountKey,
  { name, response, challenge, now }: { name: string; response: PasskeyRegistration; challenge: string; now: Date },
): Promise<PasskeyRow> {
  const credential = await verifyNewPasskey(relyingParty, challenge, response)
  if (!credential) throw errors.invalid('A chave de acesso não foi reconhecida. Tente de novo.')
  if ((await tx.db.$count(passkeys, whereAccount(account))) >= MAX_PASSKEYS_PER_USER)
    throw errors.conflict('Você já tem 20 chaves de acesso. Remova uma antes.')
  const [row] = await tx.db
    .insert(passkeys)
    .values({ ...account, id: uuid(), name, ...credential, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw errors.conflict('Esta chave de acesso já está na sua conta.')
  return row
}

/**
 * Verifies a passkey's response to a challenge and updates the stored signature counter. `isOnlyFactor`: whether there was no password
 * check before.
 * @returns false if the response is invalid or the passkey belongs to another user
 */
export async function verifyAndConsumePasskey(
  tx: Tx,
  relyingParty: RelyingParty,
  account: AccountKey,
  { response, challenge, now, isOnlyFactor }: { response: PasskeyAssertion; challenge: string; now: Date; isOnlyFactor: boolean },
): Promise<boolean> {
  const [storedPasskey] = await tx.db
    .select()
    .from(passkeys)
    .where(and(whereAccount(account), eq(passkeys.credentialId, response.id)))
    .for('update')
  if (!storedPasskey) return false
  const counter = await verifyPasskeyResponse(relyingParty, challenge, response, storedPasskey, { isOnlyFactor })
  if (counter === null) return false
  await tx.db.update(passkeys).set({ counter, lastUsedAt: now }).where(wherePasskey(account, storedPasskey.id))
  return true
}

/** @throws 404 if the user has no such passkey */
export async function renamePasskey(tx: Tx, account: AccountKey, id: string, name: string): Promise<PasskeyRow> {
  const [row] = await tx.db.update(passkeys).set({ name }).where(wherePasskey(account, id)).returning()
  if (!row) throw errors.notFound()
  return row
}

/** @throws 404 if the user has no such passkey */
export async function deletePasskey(tx: Tx, account: AccountKey, id: string): Promise<void> {
  const deletedRows = await tx.db.delete(passkeys).where(wherePasskey(account, id)).returning({ id: passkeys.id })
  if (deletedRows.length === 0) throw errors.notFound()
}

export async function deleteAllPasskeys(tx: Tx, account: AccountKey): Promise<void> {
  await tx.db.delete(passkeys).where(whereAccount(account))
}

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})
