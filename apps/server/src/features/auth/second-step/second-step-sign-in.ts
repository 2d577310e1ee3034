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

/** Services for a sign-in by second factor or passkey. */
export interface SecondStepServices {
  tokens: TokenService
  limits: SecondStepLimits
  party: RelyingParty | null
  /** Marks a challenge as used. Returns true for the first use, false if the challenge was already used. */
  isFirst: (challengeId: string) => Promise<boolean>
}

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'jobs' | 'mail'>

/** Returns a digest of the password hash. The challenge contains the digest, so that a password change in the meantime is detected. */
export const digestPasswordHash = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('base64url')

/**
 * Returns the second factors with which the user may complete the sign-in. Passkeys are included only if the server's domain supports them.
 */
export async function getSecondStepMethods(
  { db }: Pick<Deps, 'db'>,
  party: RelyingParty | null,
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
    ...(party && passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery'] as const) : []),
  ]
  return { methods, passkey: party && passkeys.length > 0 ? await createPasskeyRequestOptions(party, id, passkeys) : null }
}

const includesFactor = (step: SecondStep, which: 'totp' | 'passkey') => step === which || step === 'both'

/**
 * Verifies the second factor of a sign-in and opens the session. A wrong factor uses one of five attempts, and the challenge stays valid.
 * The user is notified of the first wrong attempt on an unknown device.
 * @throws 400 for a wrong factor or an expired challenge, 403 USER_INACTIVE or TENANT_INACTIVE, 429 after too many attempts
 */
export async function completeSecondStepSignIn(
  deps: SignInDeps,
  { tokens, limits, party, isFirst }: SecondStepServices,
  challenge: Challenge<'second-step'>,
  given: { method: SecondStepMethod; code?: string | undefined; response?: PasskeyAssertion | undefined; trust: boolean },
  device: SignInDevice,
): Promise<OpenedSession & { trusted: string | null }> {
  const { tenantId, userId } = challenge
  const of = { tenantId, userId }
  const now = deps.clock.now()
  const refused = (reason: AuthFailureReason, action: 'session.refused' | 'session.locked' = 'session.refused') =>
    recordAccessRefusal(deps, { action, reason, ip: device.ip, of })
  const known = (await getKnownDeviceUsers(tokens, device.knownDevice)).find((here) => here.userId === userId)
  const key = known ? `device:${known.id}` : userId
  const isFirstTry = await limits.attempt(key, () => refused('too many wrong second steps', 'session.locked'))
  const opened = await deps.db.tenant(tenantId, async (tx) => {
    const who = await lockActiveUserForUpdate(tx, of, () => refused('switched off'))
    if (digestPasswordHash(who.user.passwordHash) !== challenge.password) throw createChallengeExpiredError()
    if (!(await isRight(tx))) {
      if (isFirstTry && !known) await reportFailedSecondStep(tx, deps, of, { ...device, email: who.user.email, now })
      return null
    }
    // The challenge is consumed after the factor is verified, so that a wrong code can be corrected, and before the session is opened, so
    // that the challenge opens only one session.
    if (!(await isFirst(challenge.id))) throw createChallengeExpiredError()
    const trusted = given.trust ? await trustDevice(tx, { tenantId, userId, passwordHash: who.user.passwordHash }, now) : null
    return { ...(await openSessionAndNotify(tx, deps, tokens, who, { ...device, remember: challenge.remember, now })), trusted }
  })
  if (!opened) {
    refused(WRONG_FACTOR_REASONS[given.method])
    throw given.method === 'passkey'
      ? errors.invalid(WRONG_PASSKEY_MESSAGE)
      : errors.invalid(WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })
  }
  await limits.succeeded(key)
  return opened

  async function isRight(tx: Tx): Promise<boolean> {
    const account = { tenantId, userId }
    const { method, code = '', response } = given
    if (method === 'totp') return verifyAndConsumeTotp(tx, createTotpBox(deps.config), account, code, now)
    if (method === 'recovery') return consumeRecoveryCode(tx, account, code, now)
    if (!response) return false
    return verifyAndConsumePasskey(tx, requireRelyingParty(party), account, {
      response,
      challenge: challenge.id,
      now,
      alone: false,
    })
  }
}

/**
 * Signs a user in by a passkey alone. The user's device has verified the user, which counts as two factors. An unknown and a deleted
 * passkey get the same response.
 * @throws 400 for an invalid passkey or an expired challenge, 403 USER_INACTIVE or TENANT_INACTIVE, 429 after too many attempts
 */
export async function signInByPasskey(
  deps: SignInDeps,
  { tokens, limits, party, isFirst }: SecondStepServices,
  challenge: Challenge<'passkey'>,
  response: PasskeyAssertion,
  device: SignInDevice,
): Promise<OpenedSession> {
  const known = requireRelyingParty(party)
  const now = deps.clock.now()
  await limits.passkeyFrom(device.ip)
  const account = parseUserHandle(response.response.userHandle)
  const opened =
    account &&
    (await deps.db.tenant(account.tenantId, async (tx) => {
      if (!(await verifyAndConsumePasskey(tx, known, account, { response, challenge: challenge.id, now, alone: true })))
        return null
      if (!(await isFirst(challenge.id))) throw createChallengeExpiredError()
      const who = await lockActiveUserForUpdate(tx, account, () =>
        recordAccessRefusal(deps, { action: 'session.refused', reason: 'switched off', ip: device.ip, of: account }),
      )
      return openSessionAndNotify(tx, deps, tokens, who, { ...device, remember: true, now })
    }))
  if (!opened) {
    recordAccessRefusal(deps, { action: 'session.refused', reason: 'unknown passkey', ip: device.ip })
    throw errors.invalid(WRONG_PASSKEY_MESSAGE)
  }
  await limits.passkeyWasRight(device.ip)
  return opened
}

/**
 * Locks the user's row until the transaction ends, so that a concurrent change of the user ends the new session too. For an inactive user
 * or organisation, calls `refused` and throws 403.
 * @throws 400 if the user does not exist
 */
async function lockActiveUserForUpdate(tx: Tx, { tenantId, userId }: AccountKey, refused = () => {}): Promise<UserWithTenant> {
  const [held] = await tx.db
    .select({ user: users, tenant: tenants })
    .from(users)
    .innerJoin(tenants, whereTenant(users, tenants.id))
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
    .for('update', { of: users })
  if (!held) throw createChallengeExpiredError()
  if (held.user.active && held.tenant.active) return held
  refused()
  throw held.user.active ? errors.tenantInactive() : errors.userInactive()
}
