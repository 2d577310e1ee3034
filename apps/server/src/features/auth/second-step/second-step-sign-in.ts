import { createHash } from 'node:crypto'
import type { PasskeyAssertion } from '@prosa/contract/entities/accounts/passkey'
import type { SecondStep, SecondStepMethod } from '@prosa/contract/rules/accounts/second-step'
import type { AuthFailureReason } from '@prosa/contract/rules/organisation/audit-texts'
import { eq } from 'drizzle-orm'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { UserWithTenant } from '../queries.ts'
import type { TokenService } from '../sessions/tokens.ts'
import { getKnownDeviceUsers } from '../sign-in/known-device.ts'
import { type OpenedSession, openSessionAndNotify, type SignInDevice } from '../sign-in/sign-in.ts'
import { type Challenge, createChallengeExpiredError } from './challenge.ts'
import { reportFailedSecondStep } from './failed-second-step.ts'
import { listPasskeys, parseUserHandle, verifyAndConsumePasskey } from './passkeys.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'
import type { SecondStepLimits } from './second-step-limits.ts'
import { type AccountKey, createTotpBox, verifyAndConsumeTotp } from './totp.ts'
import { trustDevice } from './trusted-device.ts'
import { createPasskeyRequestOptions, type RelyingParty, requireRelyingParty } from './webauthn.ts'

const WRONG_FACTOR_REASONS = { totp: 'wrong code', recovery: 'wrong recovery code', passkey: 'wrong passkey' } as const
const WRONG_CODE_MESSAGE = 'Código incorreto.'
const WRONG_PASSKEY_MESSAGE = 'Esta chave de acesso não foi reconhecida.'

export interface SecondStepServices {
  tokens: TokenService
  limits: SecondStepLimits
  relyingParty: RelyingParty | null
  /** Marks a challenge as used. Returns false if it was already used. */
  consumeChallenge: (challengeId: string) => Promise<boolean>
}

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'jobs' | 'mailer'>

/** Returns a digest of the password hash. A challenge contains it to detect a password change before the second factor is sent. */
export const digestPasswordHash = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url')

/** Returns the second factors with which a user may complete a sign-in. Includes passkeys only if the server's domain supports them. */
export async function getSecondStepMethods(
  { db }: Pick<Deps, 'db'>,
  relyingParty: RelyingParty | null,
  { tenantId, userId, id }: Challenge<'second-step'>,
) {
  const account = { tenantId, userId }
  const { step, codes, passkeys } = await db.tenant(tenantId, async (tx) => ({
    step: (await lockActiveUserForUpdate(tx, account)).user.secondStep,
    codes: await countRecoveryCodes(tx, account),
    passkeys: await listPasskeys(tx, account),
  }))
  const methods: SecondStepMethod[] = [
    ...(includesFactor(step, 'totp') ? (['totp'] as const) : []),
    ...(relyingParty && passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
  ]
  return {
    methods,
    passkey: relyingParty && passkeys.length > 0 ? await createPasskeyRequestOptions(relyingParty, id, passkeys) : null,
  }
}

const includesFactor = (step: SecondStep, factor: 'totp' | 'passkey') => step === factor || step === 'both'

/**
 * Verifies the second factor of a sign-in and opens the session. After a wrong factor, the user can try again with the same challenge, up
 * to five times. The first wrong attempt on an unknown device is reported to the user.
 * @throws 400 for a wrong factor or an expired challenge, 403 USER_INACTIVE or TENANT_INACTIVE, 429 after too many attempts
 */
export async function completeSecondStepSignIn(
  deps: SignInDeps,
  { tokens, limits, relyingParty, consumeChallenge }: SecondStepServices,
  challenge: Challenge<'second-step'>,
  factor: {
    method: SecondStepMethod
    code?: string | undefined
    response?: PasskeyAssertion | undefined
    shouldTrustDevice: boolean
  },
  device: SignInDevice,
): Promise<OpenedSession & { trustedDeviceToken: string | null }> {
  const { tenantId, userId } = challenge
  const accountKey = { tenantId, userId }
  const now = deps.clock.now()
  const recordRefusal = (reason: AuthFailureReason, action: 'session.refused' | 'session.locked' = 'session.refused') =>
    recordAccessRefusal(deps, { action, reason, ip: device.ip, refusedAccount: accountKey })
  const knownUser = (await getKnownDeviceUsers(tokens, device.deviceCookie)).find((deviceUser) => deviceUser.userId === userId)
  const key = knownUser ? `device:${knownUser.id}` : userId
  const isFirstAttempt = await limits.countAttempt(key, () => recordRefusal('too many wrong second steps', 'session.locked'))
  const session = await deps.db.tenant(tenantId, async (tx) => {
    const userWithTenant = await lockActiveUserForUpdate(tx, accountKey, () => recordRefusal('switched off'))
    if (digestPasswordHash(userWithTenant.user.passwordHash) !== challenge.password) throw createChallengeExpiredError()
    if (!(await isFactorValid(tx))) {
      if (isFirstAttempt && !knownUser)
        await reportFailedSecondStep(tx, deps, accountKey, { ...device, email: userWithTenant.user.email, now })
      return null
    }
    // Consumes the challenge after the verification, so that a wrong code can be corrected. Consumes it before opening the session, so that
    // one challenge opens only one session.
    if (!(await consumeChallenge(challenge.id))) throw createChallengeExpiredError()
    const trustedDeviceToken = factor.shouldTrustDevice
      ? await trustDevice(tx, { tenantId, userId, passwordHash: userWithTenant.user.passwordHash }, now)
      : null
    return {
      ...(await openSessionAndNotify(tx, deps, tokens, userWithTenant, { ...device, remember: challenge.remember, now })),
      trustedDeviceToken,
    }
  })
  if (!session) {
    recordRefusal(WRONG_FACTOR_REASONS[factor.method])
    throw factor.method === 'passkey'
      ? errors.invalid(WRONG_PASSKEY_MESSAGE)
      : errors.invalid(WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })
  }
  await limits.recordSuccess(key)
  return session

  async function isFactorValid(tx: Tx): Promise<boolean> {
    const account = { tenantId, userId }
    const { method, code = '', response } = factor
    if (method === 'totp') return verifyAndConsumeTotp(tx, createTotpBox(deps.config), account, code, now)
    if (method === 'recovery') return consumeRecoveryCode(tx, account, code, now)
    if (!response) return false
    return verifyAndConsumePasskey(tx, requireRelyingParty(relyingParty), account, {
      response,
      challenge: challenge.id,
      now,
      isOnlyFactor: false,
    })
  }
}

/**
 * Signs a user in by a passkey alone. The user's device has verified the user, which counts as two factors. Unknown and deleted passkeys
 * get the same response.
 * @throws 400 for an invalid passkey or an expired challenge, 403 USER_INACTIVE or TENANT_INACTIVE, 429 after too many attempts
 */
export async function signInByPasskey(
  deps: SignInDeps,
  { tokens, limits, relyingParty, consumeChallenge }: SecondStepServices,
  challenge: Challenge<'passkey'>,
  response: PasskeyAssertion,
  device: SignInDevice,
): Promise<OpenedSession> {
  const availableParty = requireRelyingParty(relyingParty)
  const now = deps.clock.now()
  await limits.countPasskeyAttempt(device.ip)
  const account = parseUserHandle(response.response.userHandle)
  const session =
    account &&
    (await deps.db.tenant(account.tenantId, async (tx) => {
      if (
        !(await verifyAndConsumePasskey(tx, availableParty, account, {
          response,
          challenge: challenge.id,
          now,
          isOnlyFactor: true,
        }))
      )
        return null
      if (!(await consumeChallenge(challenge.id))) throw createChallengeExpiredError()
      const userWithTenant = await lockActiveUserForUpdate(tx, account, () =>
        recordAccessRefusal(deps, { action: 'session.refused', reason: 'switched off', ip: device.ip, refusedAccount: account }),
      )
      return openSessionAndNotify(tx, deps, tokens, userWithTenant, { ...device, remember: true, now })
    }))
  if (!session) {
    recordAccessRefusal(deps, { action: 'session.refused', reason: 'unknown passkey', ip: device.ip })
    throw errors.invalid(WRONG_PASSKEY_MESSAGE)
  }
  await limits.recordPasskeySuccess(device.ip)
  return session
}

/**
 * Locks the user's row until the transaction ends, so that a concurrent deactivation also ends the new session.
 * @param onInactive called before the error if user or organisation is inactive
 * @throws 403 if user or organisation is inactive; 400 if the user does not exist
 */
async function lockActiveUserForUpdate(tx: Tx, { tenantId, userId }: AccountKey, onInactive = () => {}): Promise<UserWithTenant> {
  const [row] = await tx.db
    .select({ user: users, tenant: tenants })
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
    .for('update', { of: users })
  if (!row) throw createChallengeExpiredError()
  if (row.user.active && row.tenant.active) return row
  onInactive()
  throw row.user.active ? errors.tenantInactive() : errors.userInactive()
}
