import type { User } from '@prosa/contract/entities/accounts/user'
import type { AuthFailureReason } from '@prosa/contract/rules/organisation/audit-texts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import { hashPhoneForLog, recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { sessions, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { getNetworkLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { listSecurityNotices } from '../password-reset/reset-link.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import type { PasswordLimits } from '../passwords/password-limits.ts'
import { findUserByPhone, type UserWithTenant } from '../queries.ts'
import { isTrustedDevice } from '../second-step/trusted-device.ts'
import { REMEMBERED_SESSION_DAYS, UNREMEMBERED_SESSION_HOURS } from '../sessions/auth-cookies.ts'
import { formatRefreshCookie, hashRefreshSecret } from '../sessions/refresh-secret.ts'
import type { TokenService } from '../sessions/tokens.ts'
import { addKnownDeviceUser, getKnownDeviceUsers, type KnownDeviceUser } from './known-device.ts'
import { notifyNewDeviceSignIn } from './new-device-sign-in.ts'

export interface SignInDevice {
  ip: string
  userAgent: string | null
  /** Value of the device cookie: tokens of earlier sign-ins with this browser (known-device.ts). */
  deviceCookie: string | undefined
  /** Token of a trusted device. A trusted device skips the second step for a while. */
  trustedDeviceToken?: string | undefined
  /**
   * User who reset their password in this browser within the last hour. `id`: key for counting the user's password attempts in this
   * browser.
   */
  recentReset?: { userId: string; id: string } | null
  /** Whether the session ends after an hour without use. True if 'Manter conectado' was not checked. */
  endsIdle?: boolean
}

export interface OpenedSession {
  /** Security notices that the panel shows to the user. */
  notices: NonNullable<User['notices']>
  userWithTenant: UserWithTenant
  sessionId: string
  accessToken: string
  refreshCookie: string
  deviceCookie: string
  remember: boolean
}

/** Sign-in that passed the password check and waits for the second step. */
export interface PendingTwoFactorSignIn {
  waiting: UserWithTenant
  remember: boolean
}

/**
 * Signs a user in by phone number and password. Unknown phone numbers and wrong passwords get the same response after the same time.
 * Reports an inactive account or organisation only after the right password (gap G41).
 * @throws 401 INVALID_CREDENTIALS, 403 USER_INACTIVE or TENANT_INACTIVE, 429 TOO_MANY_ATTEMPTS
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'jobs' | 'mailer'>,
  tokens: TokenService,
  limits: PasswordLimits,
  input: { phone: string; password: string; rememberMe?: boolean | undefined },
  device: SignInDevice,
): Promise<OpenedSession | PendingTwoFactorSignIn> {
  const { db, clock } = deps
  const refusalOrigin = { ip: device.ip, accountLabel: hashPhoneForLog(deps.config.sessionSecret, input.phone) }
  // Writes only to the server log: repeated attempts would fill the audit log without limit.
  const rejectWhileLocked = (error: unknown) => {
    recordAccessRefusal(deps, { ...refusalOrigin, action: 'session.refused', reason: 'waiting' })
    throw error
  }
  await limits.countIpAttempt(device.ip).catch(rejectWhileLocked)
  // Runs before the account is looked up, so that every phone number causes the same work.
  const knownUsers = await getKnownDeviceUsers(tokens, device.deviceCookie)
  const userWithTenant = await db.system((tx) => findUserByPhone(tx, input.phone))
  const deviceKey = userWithTenant && getDeviceLimitKey(userWithTenant.user.id, knownUsers, device)
  const key = deviceKey ?? `phone:${input.phone}:${getNetworkLimitKey(device.ip)}`
  const unknownDeviceAccount = deviceKey ? undefined : input.phone
  const recordRefusal = (reason: AuthFailureReason, action: 'session.refused' | 'session.locked' = 'session.refused') =>
    recordAccessRefusal(deps, {
      ...refusalOrigin,
      action,
      reason,
      refusedAccount: userWithTenant ? { tenantId: userWithTenant.tenant.id, userId: userWithTenant.user.id } : undefined,
    })
  const onLockOut = () => recordRefusal('too many wrong passwords', 'session.locked')
  await limits
    .countAttempt(key, { ...(unknownDeviceAccount ? { unknownDeviceAccount } : {}), onLockOut })
    .catch(rejectWhileLocked)
  if (!(await verifyPassword(userWithTenant?.user.passwordHash ?? null, input.password)) || !userWithTenant) {
    if (userWithTenant) recordRefusal('wrong password')
    else recordAccessRefusal(deps, { ...refusalOrigin, action: 'session.refused', reason: 'unknown account' })
    throw errors.invalidCredentials()
  }
  await limits.recordSuccess(key, device.ip, unknownDeviceAccount)
  if (!userWithTenant.user.active || !userWithTenant.tenant.active) {
    recordRefusal('switched off')
    throw userWithTenant.user.active ? errors.tenantInactive() : errors.userInactive()
  }
  return db.tenant(userWithTenant.tenant.id, async (tx) => {
    await requireUnchangedAccount(tx, userWithTenant)
    const remember = input.rememberMe ?? true
    const now = clock.now()
    if (await needsSecondStep(tx, userWithTenant, device, now)) return { waiting: userWithTenant, remember }
    return openSessionAndNotify(tx, deps, tokens, userWithTenant, { ...device, remember, now })
  })
}

/** Opens a session for a user who passed all sign-in checks. Notifies the user if the device is new. */
export async function openSessionAndNotify(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'mailer'>,
  tokens: TokenService,
  userWithTenant: UserWithTenant,
  device: SignInDevice & { remember: boolean; now: Date },
): Promise<OpenedSession> {
  const session = await openSession(tx, tokens, userWithTenant, device)
  const { tenant, user } = userWithTenant
  if (!(await getKnownDeviceUsers(tokens, device.deviceCookie)).some(({ userId }) => userId === user.id)) {
    const newSession = { tenantId: tenant.id, userId: user.id, sessionId: session.sessionId }
    await notifyNewDeviceSignIn(tx, deps, newSession, { ...device, email: user.email })
  }
  return session
}

/**
 * Returns the key under which password attempts from this device are counted. Returns null if the user has not signed in with the device
 * before.
 */
function getDeviceLimitKey(userId: string, knownUsers: readonly KnownDeviceUser[], { recentReset }: SignInDevice): string | null {
  const deviceUser = knownUsers.find((knownUser) => knownUser.userId === userId)
  if (deviceUser) return `device:${deviceUser.id}`
  return recentReset?.userId === userId ? `reset:${recentReset.id}` : null
}

/**
 * Verifies that password, phone number and active state have not changed during the password check. Locks the user's row until the
 * transaction ends, so that a later change also ends the new session.
 * @throws 401 INVALID_CREDENTIALS, 403 USER_INACTIVE or TENANT_INACTIVE
 */
async function requireUnchangedAccount(tx: Tx, { tenant, user }: UserWithTenant): Promise<void> {
  const [stored] = await tx.db
    .select({ passwordHash: users.passwordHash, phone: users.phone, active: users.active, tenantActive: tenants.active })
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(whereTenant(users, tenant.id, eq(users.id, user.id)))
    .for('update', { of: users })
  if (stored?.passwordHash !== user.passwordHash || stored.phone !== user.phone) throw errors.invalidCredentials()
  if (!stored.active) throw errors.userInactive()
  if (!stored.tenantActive) throw errors.tenantInactive()
}

async function needsSecondStep(tx: Tx, { tenant, user }: UserWithTenant, device: SignInDevice, now: Date): Promise<boolean> {
  if (user.secondStep === 'none') return false
  const owner = { tenantId: tenant.id, userId: user.id, passwordHash: user.passwordHash }
  return !(await isTrustedDevice(tx, owner, device.trustedDeviceToken, now))
}

/** Stores a new session and returns it with its tokens. */
export async function openSession(
  tx: Tx,
  tokens: TokenService,
  userWithTenant: UserWithTenant,
  { ip, userAgent, deviceCookie, remember, endsIdle = false, now }: SignInDevice & { remember: boolean; now: Date },
): Promise<OpenedSession> {
  const subject = { tenantId: userWithTenant.tenant.id, userId: userWithTenant.user.id, sessionId: uuid() }
  const secret = tokens.refreshSecrets.createFirst(subject.sessionId)
  const hours = remember ? REMEMBERED_SESSION_DAYS * 24 : UNREMEMBERED_SESSION_HOURS
  await tx.db.insert(sessions).values({
    tenantId: subject.tenantId,
    id: subject.sessionId,
    userId: subject.userId,
    refreshHash: hashRefreshSecret(secret),
    remember,
    endsIdle: endsIdle || !remember,
    userAgent: userAgent?.slice(0, 400) ?? null,
    ip,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + hours * 3_600_000),
  })
  await writeAuditEntry(tx, {
    tenantId: subject.tenantId,
    actor: { kind: 'user', id: subject.userId },
    action: 'session.opened',
    subject: { kind: 'session', id: subject.sessionId },
    origin: { ip, userAgent: userAgent ?? null },
  })
  return {
    userWithTenant,
    sessionId: subject.sessionId,
    accessToken: await tokens.issueAccessToken(subject),
    refreshCookie: formatRefreshCookie(subject.tenantId, subject.sessionId, secret),
    deviceCookie: await addKnownDeviceUser(tokens, subject, deviceCookie),
    remember,
    notices: await listSecurityNotices(tx, subject, now),
  }
}
