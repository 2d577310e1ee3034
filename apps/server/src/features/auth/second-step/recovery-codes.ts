import { createHash, randomInt } from 'node:crypto'
import { RECOVERY_CODE_COUNT } from '@prosa/contract/rules/accounts/second-step'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { recoveryCodes } from '../../../platform/database/schema/organisation/accounts.ts'
import type { AccountKey } from './totp.ts'

/** Alphabet of 32 characters without look-alikes. Each character has 5 bits of entropy, so a code of 24 characters has 120 bits. */
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const GROUPS_PER_CODE = 6
const CHARS_PER_GROUP = 4

const generateCode = (): string =>
  Array.from({ length: GROUPS_PER_CODE }, () =>
    Array.from({ length: CHARS_PER_GROUP }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join(''),
  ).join('-')

/** Returns the SHA-256 hash of a recovery code. Ignores letter case and dashes. */
const hashCode = (code: string): Uint8Array =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

const whereAccount = ({ tenantId, userId }: AccountKey) => whereTenant(recoveryCodes, tenantId, eq(recoveryCodes.userId, userId))

/** Replaces all recovery codes of an account and returns the new codes. Only hashes are stored, so the codes cannot be shown again. */
export async function replaceRecoveryCodes(tx: Tx, account: AccountKey): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, generateCode)
  await removeRecoveryCodes(tx, account)
  await tx.db.insert(recoveryCodes).values(codes.map((code) => ({ ...account, codeHash: hashCode(code) })))
  return codes
}

/**
 * Marks a recovery code as used.
 * @returns false if the code is wrong or was already used
 */
export async function consumeRecoveryCode(tx: Tx, account: AccountKey, code: string, now: Date): Promise<boolean> {
  const consumedRows = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(whereAccount(account), eq(recoveryCodes.codeHash, hashCode(code)), isNull(recoveryCodes.usedAt)))
    .returning({ usedAt: recoveryCodes.usedAt })
  return consumedRows.length === 1
}

export const countRecoveryCodes = (tx: Tx, account: AccountKey): Promise<number> =>
  tx.db.$count(recoveryCodes, and(whereAccount(account), isNull(recoveryCodes.usedAt)))

export async function removeRecoveryCodes(tx: Tx, account: AccountKey): Promise<void> {
  await tx.db.delete(recoveryCodes).where(whereAccount(account))
}
