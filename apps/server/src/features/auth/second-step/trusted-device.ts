import { createHash, randomBytes } from 'node:crypto'
import { TRUSTED_DEVICE_DAYS } from '@prosa/contract/rules/accounts/second-step'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { trustedDevices } from '../../../platform/database/schema/organisation/accounts.ts'
import type { AccountKey } from './totp.ts'

interface DeviceOwner extends AccountKey {
  passwordHash: string
}

/** Hashes a device token together with the password hash, so that a password change invalidates all trusted devices. */
const hashDeviceToken = (token: string, { passwordHash }: DeviceOwner): Uint8Array =>
  createHash('sha256').update(`${token}:${passwordHash}`).digest()

const whereAccount = ({ tenantId, userId }: AccountKey) =>
  whereTenant(trustedDevices, tenantId, eq(trustedDevices.userId, userId))

/**
 * Marks a device as trusted, so that it skips the second step.
 * @returns the token for the device's HttpOnly cookie
 */
export async function trustDevice(tx: Tx, owner: DeviceOwner, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { tenantId, userId } = owner
  await tx.db.delete(trustedDevices).where(and(whereAccount(owner), lte(trustedDevices.expiresAt, now)))
  await tx.db.insert(trustedDevices).values({
    tenantId,
    userId,
    tokenHash: hashDeviceToken(token, owner),
    createdAt: now,
    expiresAt: new Date(now.getTime() + TRUSTED_DEVICE_DAYS * 86_400_000),
  })
  return token
}

/**
 * Whether the user has marked this device as trusted, and the mark has not expired.
 * @param token value of the device's cookie
 */
export async function isTrustedDevice(tx: Tx, owner: DeviceOwner, token: string | undefined, now: Date): Promise<boolean> {
  if (!token) return false
  const condition = and(
    whereAccount(owner),
    eq(trustedDevices.tokenHash, hashDeviceToken(token, owner)),
    gt(trustedDevices.expiresAt, now),
  )
  return (await tx.db.$count(trustedDevices, condition)) > 0
}

export async function removeTrustedDevices(tx: Tx, account: AccountKey): Promise<void> {
  await tx.db.delete(trustedDevices).where(whereAccount(account))
}
