import { createHash, randomBytes } from 'node:crypto'
import { TRUSTED_DEVICE_DAYS } from '@prosa/contract/rules/second-step'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { trustedDevices } from '../../../kernel/db/schema/accounts.ts'
import type { Account } from './totp.ts'

interface Owner extends Account {
  passwordHash: string
}

/** Hashes the token together with the password hash, so that any change of the password invalidates all trusted devices. */
const hashToken = (token: string, { passwordHash }: Owner): Uint8Array =>
  createHash('sha256').update(`${token}:${passwordHash}`).digest()

const mine = ({ tenantId, userId }: Account) => ofTenant(trustedDevices, tenantId, eq(trustedDevices.userId, userId))

/** Marks a device as trusted. @returns the token for its HttpOnly cookie */
export async function trustDevice(tx: Tx, owner: Owner, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { tenantId, userId } = owner
  await tx.db.delete(trustedDevices).where(and(mine(owner), lte(trustedDevices.expiresAt, now)))
  await tx.db.insert(trustedDevices).values({
    tenantId,
    userId,
    tokenHash: hashToken(token, owner),
    createdAt: now,
    expiresAt: new Date(now.getTime() + TRUSTED_DEVICE_DAYS * 86_400_000),
  })
  return token
}

/** Returns true if this user trusts this device and the trust has not expired or been removed. */
export async function isTrusted(tx: Tx, owner: Owner, token: string | undefined, now: Date): Promise<boolean> {
  if (!token) return false
  const its = and(mine(owner), eq(trustedDevices.tokenHash, hashToken(token, owner)), gt(trustedDevices.expiresAt, now))
  return (await tx.db.$count(trustedDevices, its)) > 0
}

/** Removes all trusted devices of this user. */
export async function distrustDevices(tx: Tx, account: Account): Promise<void> {
  await tx.db.delete(trustedDevices).where(mine(account))
}
