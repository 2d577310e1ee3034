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
  knownDevice: string | undefined
  /** Token of a trusted device, on which the second step is not required for a while. */
  trustedDevice?: string | undefined
  /**
   * User who has set a new password in this browser within the last hour. `id`: key by which that user's password attempts in this browser
   * are counted.
   */
  hasReset?: { userId: string; id: string } | null
  /** Whether the session ends after an hour without use, because 'Manter conectado' was not checked. */
  endsIdle?: boolean
}

export interface OpenedSession {
  /** Security notices about the account, which the panel shows to the user. */
  notices: NonNullable<User['notices']>
  who: UserWithTenant
  sessionId: string
  access: string
  refresh: string
  device: string
  remember: boolean
}

/** A sign-in that passed the password check and waits for the second step. */
export interface PendingTwoFactorSignIn {
  waiting: UserWithTenant
  remember: boolean
}

/**
 * Signs a user in by phone number and password. Unknown phone numbers and wrong passwords get the same response after the same time. An
 * inactive account or organisation is reported only after the right password (gap G41).
 * @throws 401 INVALID_CREDENTIALS, 403 USER_INACTIVE or TENANT_INACTIVE, 429 TOO_MANY_ATTEMPTS
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'jobs' | 'mail'>,
  tokens: TokenService,
  limits: PasswordLimits,
  input: { phone: string; password: string; rememberMe?: boolean | undefined },
  device: SignInDevice,
): Promise<OpenedSession | PendingTwoFactorSignIn> {
  const { db, clock } = deps
  const refusal = { ip: device.ip, account: hashPhoneForLog(deps.config.sessionSecret, input.phone) }
  // Only logged and not written to the audit log, because repeated attempts would write an unlimited number of rows.
  const mustWait = (error: unknown) => {
    recordAccessRefusal(deps, { ...refusal, action: 'session.refused', reason: 'waiting' })
    throw error
  }
  await limits.from(device.ip).catch(mustWait)
  // Read before the account is looked up, so that the work up to the response is the same for every phone number.
  const known = await getKnownDeviceUsers(tokens, device.knownDevice)
  const found = await db.system((tx) => findUserByPhone(tx, input.phone))
  const own = found && getDeviceLimitKey(found.user.id, known, device)
  const key = own ?? `phone:${input.phone}:${getNetworkLimitKey(device.ip)}`
  const stranger = own ? undefined : input.phone
  const refused = (reason: AuthFailureReason, action: 'session.refused' | 'session.locked' = 'session.refused') =>
    recordAccessRefusal(deps, {
      ...refusal,
      action,
      reason,
      of: found ? { tenantId: found.tenant.id, userId: found.user.id } : undefined,
    })
  const lockedOut = () => refused('too many wrong passwords', 'session.locked')
  await limits.attempt(key, { ...(stranger ? { stranger } : {}), lockedOut }).catch(mustWait)
  if (!(await verifyPassword(found?.user.passwordHash ?? null, input.password)) || !found) {
    if (found) refused('wrong password')
    else recordAccessRefusal(deps, { ...refusal, action: 'session.refused', reason: 'unknown account' })
    throw errors.credentials()
  }
  await limits.succeeded(key, device.ip, stranger)
  if (!found.user.active || !found.tenant.active) {
    refused('switched off')
    throw found.user.active ? errors.tenantInactive() : errors.userInactive()
  }
  return db.tenant(found.tenant.id, async (tx) => {
    await requireUnchangedAccount(tx, found)
    const remember = input.rememberMe ?? true
    const now = clock.now()
    if (await needsSecondStep(tx, found, device, now)) return { waiting: found, remember }
    return openSessionAndNotify(tx, deps, tokens, found, { ...device, remember, now })
  })
}

/** Opens a session for a user who has passed all factors. Notifies the user if the device is new. */
export async function openSessionAndNotify(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'mail'>,
  tokens: TokenService,
  who: UserWithTenant,
  device: SignInDevice & { remember: boolean; now: Date },
): Promise<OpenedSession> {
  const opened = await openSession(tx, tokens, who, device)
  const { tenant, user } = who
  if (!(await getKnownDeviceUsers(tokens, device.knownDevice)).some(({ userId }) => userId === user.id)) {
    const whose = { tenantId: tenant.id, userId: user.id, sessionId: opened.sessionId }
    await notifyNewDeviceSignIn(tx, deps, whose, { ...device, email: user.email })
  }
  return opened
}

/**
 * Returns the key by which password attempts from this device are counted, if the user has signed in with the device before. Returns null
 * for an unknown device.
 */
function getDeviceLimitKey(userId: string, known: readonly KnownDeviceUser[], { hasReset }: SignInDevice): string | null {
  const here = known.find((one) => one.userId === userId)
  if (here) return `device:${here.id}`
  return hasReset?.userId === userId ? `reset:${hasReset.id}` : null
}

/**
 * Verifies that password, phone number and active state have not changed while the password was being verified. Locks the user's row until
 * the transaction ends, so that a later change ends the new session too.
 * @throws 401 INVALID_CREDENTIALS, 403 USER_INACTIVE or TENANT_INACTIVE
 */
async function requireUnchangedAccount(tx: Tx, { tenant, user }: UserWithTenant): Promise<void> {
  const [held] = await tx.db
    .select({ passwordHash: users.passwordHash, phone: users.phone, active: users.active, tenantActive: tenants.active })
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(whereTenant(users, tenant.id, eq(users.id, user.id)))
    .for('update', { of: users })
  if (held?.passwordHash !== user.passwordHash || held.phone !== user.phone) throw errors.credentials()
  if (!held.active) throw errors.userInactive()
  if (!held.tenantActive) throw errors.tenantInactive()
}

async function needsSecondStep(tx: Tx, { tenant, user }: UserWithTenant, device: SignInDevice, now: Date): Promise<boolean> {
  if (user.secondStep === 'none') return false
  const owner = { tenantId: tenant.id, userId: user.id, passwordHash: user.passwordHash }
  return !(await isTrustedDevice(tx, owner, device.trustedDevice, now))
}

/** Stores a new session and returns it with its tokens. */
export async function openSession(
  tx: Tx,
  tokens: TokenService,
  who: UserWithTenant,
  { ip, userAgent, knownDevice, remember, endsIdle = false, now }: SignInDevice & { remember: boolean; now: Date },
): Promise<OpenedSession> {
  const subject = { tenantId: who.tenant.id, userId: who.user.id, sessionId: uuid() }
  const secret = tokens.refreshSecrets.first(subject.sessionId)
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
    from: { ip, userAgent: userAgent ?? null },
  })
  return {
    who,
    sessionId: subject.sessionId,
    access: await tokens.access(subject),
    refresh: formatRefreshCookie(subject.tenantId, subject.sessionId, secret),
    device: await addKnownDeviceUser(tokens, subject, knownDevice),
    remember,
    notices: await listSecurityNotices(tx, subject, now),
  }
}
