import * as calls from '@prosa/contract/calls/accounts/second-step'
import type { AuditAction, AuditFields } from '@prosa/contract/entities/organisation/audit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getChangedFields, writeAuditEntry } from '../../../platform/audit/audit.ts'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { ok, okWithoutData, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import type { PasswordLimits } from '../passwords/password-limits.ts'
import { findUser } from '../queries.ts'
import type { AuthCookies } from '../sessions/auth-cookies.ts'
import type { TokenService } from '../sessions/tokens.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.ts'
import type { OpenedSession, SignInDevice } from '../sign-in/sign-in.ts'
import { CHALLENGE_SECONDS, type ChallengeService, createChallengeExpiredError } from './challenge.ts'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  presentPasskey,
  renamePasskey,
  toUserHandle,
  verifyAndConsumePasskey,
} from './passkeys.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { createSecondStepLimits } from './second-step-limits.ts'
import {
  completeSecondStepSignIn,
  getSecondStepMethods,
  type SecondStepServices,
  signInByPasskey,
} from './second-step-sign-in.ts'
import { updateSecondStepState } from './second-step-state.ts'
import { type AccountKey, confirmTotpSetup, createTotpBox, removeTotp, startTotpSetup } from './totp.ts'
import { createPasskeyCreationOptions, createPasskeyRequestOptions, getRelyingParty, requireRelyingParty } from './webauthn.ts'

const WRONG_CODE_MESSAGE = 'Código incorreto. Confira o relógio do celular e use o código de agora.'

type SecondStepAction = Extract<AuditAction, `second_step.${string}`>

type FieldChanges = { before: AuditFields; after: AuditFields } | null

const auditSecondStepChange = (
  tx: Tx,
  { tenantId, userId }: AccountKey,
  action: SecondStepAction,
  changes: FieldChanges = null,
): Promise<void> =>
  writeAuditEntry(tx, {
    tenantId,
    actor: { kind: 'user', id: userId },
    action,
    subject: { kind: 'user', id: userId },
    ...changes,
  })

export interface SecondStepRouteServices {
  tokens: TokenService
  cookies: AuthCookies
  challenges: ChallengeService
  passwordLimits: PasswordLimits
  getDevice: (request: FastifyRequest) => SignInDevice
  /**
   * Sets the session cookies.
   * @returns the response body of a sign-in
   */
  respondWithSession: (reply: FastifyReply, session: OpenedSession) => typeof calls.completeSecondStep.answer._zod.input.data
}

/** Registers the API endpoints for the second factor of a sign-in, for sign-in by passkey alone, and for the settings of both. */
export function secondStepRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tokens, cookies, challenges, passwordLimits, getDevice, respondWithSession }: SecondStepRouteServices,
): void {
  const { db, clock, config } = deps
  const totpBox = createTotpBox(config)
  const relyingParty = getRelyingParty(deps.publicOrigin, config.corsOrigins)
  const usedChallenges = deps.cluster.oneTime('challenge')
  const services: SecondStepServices = {
    tokens,
    limits: createSecondStepLimits(deps.cluster),
    relyingParty,
    consumeChallenge: (id) => usedChallenges.take(id, CHALLENGE_SECONDS * 1_000),
  }
  const readSecondStepChallenge = (request: FastifyRequest) =>
    challenges.verify('second-step', cookies.read(request, 'challenge'), clock.now())

  registerRoute(app, calls.secondStepMethods, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok(await getSecondStepMethods(deps, relyingParty, await readSecondStepChallenge(request)))
  })

  registerRoute(app, calls.completeSecondStep, async ({ body, request, reply }) => {
    const { trust_device: shouldTrustDevice, ...factor } = body
    const session = await completeSecondStepSignIn(
      deps,
      services,
      await readSecondStepChallenge(request),
      { ...factor, shouldTrustDevice },
      getDevice(request),
    )
    cookies.clear(reply, 'challenge')
    if (session.trustedDeviceToken) cookies.setTrustedDevice(reply, session.trustedDeviceToken)
    return ok(respondWithSession(reply, session))
  })

  registerRoute(app, calls.passkeyOptions, async ({ reply }) => {
    const availableParty = requireRelyingParty(relyingParty)
    const { token, id } = await challenges.issue('passkey', {}, clock.now())
    cookies.setChallenge(reply, 'passkey', token)
    reply.header('cache-control', 'no-store')
    return ok(await createPasskeyRequestOptions(availableParty, id))
  })

  registerRoute(app, calls.passkeySignIn, async ({ body, request, reply }) => {
    const challenge = await challenges.verify('passkey', cookies.read(request, 'passkey'), clock.now())
    const session = await signInByPasskey(deps, services, challenge, body.response, getDevice(request))
    cookies.clear(reply, 'passkey')
    return ok(respondWithSession(reply, session))
  })

  registerRoute(app, calls.confirmSessionIdentity, async ({ identity, body, request }) => {
    const { tenantId, userId } = identity
    await confirmIdentity(deps, passwordLimits, identity, { ...body, ip: request.ip }, async (response) => {
      const { id: challenge } = await challenges.verify('passkey', cookies.read(request, 'passkey'), clock.now())
      const proof = { response, challenge, now: clock.now(), isOnlyFactor: true }
      return (
        (await db.tenant(tenantId, (tx) =>
          verifyAndConsumePasskey(tx, requireRelyingParty(relyingParty), { tenantId, userId }, proof),
        )) && services.consumeChallenge(challenge)
      )
    })
    return okWithoutData()
  })

  /** Changes the signed-in user's second factor in a transaction, and writes the change to the audit log. */
  const changeSecondStep = <T>(account: AccountKey, action: SecondStepAction, work: (tx: Tx) => Promise<T>) =>
    db.tenant(account.tenantId, async (tx) => {
      const before = { second_step: (await findUser(tx, account.tenantId, account.userId))?.user.secondStep }
      const result = await work(tx)
      await auditSecondStepChange(
        tx,
        account,
        action,
        getChangedFields(before, { second_step: await updateSecondStepState(tx, account) }),
      )
      return result
    })

  registerRoute(app, calls.getAccountSecurity, async ({ identity }) =>
    ok(
      await db.tenant(identity.tenantId, async (tx) => {
        const step = (await findUser(tx, identity.tenantId, identity.userId))?.user.secondStep
        return {
          totp: step === 'totp' || step === 'both',
          recovery_codes_left: await countRecoveryCodes(tx, identity),
          passkeys: (await listPasskeys(tx, identity)).map(presentPasskey),
          passkeys_possible: relyingParty !== null,
        }
      }),
    ),
  )

  registerRoute(app, calls.startTotp, async ({ identity, reply }) => {
    reply.header('cache-control', 'no-store')
    const { tenantId, userId } = identity
    return ok(
      await db.tenant(tenantId, async (tx) => {
        const userWithTenant = await findUser(tx, tenantId, userId)
        if (!userWithTenant) throw errors.tokenInvalid()
        return startTotpSetup(tx, totpBox, { tenantId, userId }, userWithTenant.user.phone)
      }),
    )
  })

  registerRoute(app, calls.confirmTotp, async ({ identity, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const account = { tenantId: identity.tenantId, userId: identity.userId }
    // Uses a separate counter, so that a thief of a session cannot lock the user out of sign-in.
    const key = `set-up:${identity.userId}`
    await services.limits.countAttempt(key, () =>
      recordAccessRefusal(deps, {
        action: 'session.locked',
        reason: 'too many wrong second steps',
        ip: request.ip,
        refusedAccount: account,
      }),
    )
    const codes = await changeSecondStep(account, 'second_step.app_added', async (tx) => {
      if (!(await confirmTotpSetup(tx, totpBox, account, body.code, clock.now())))
        throw errors.invalid(WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })
      return replaceRecoveryCodes(tx, account)
    })
    await services.limits.recordSuccess(key)
    return ok({ codes })
  })

  registerRoute(app, calls.removeTotp, async ({ identity }) => {
    await changeSecondStep(identity, 'second_step.app_removed', (tx) => removeTotp(tx, identity))
    return okWithoutData()
  })

  registerRoute(app, calls.newRecoveryCodes, async ({ identity, reply }) => {
    reply.header('cache-control', 'no-store')
    const { tenantId, userId } = identity
    const codes = await db.tenant(tenantId, async (tx) => {
      const step = (await findUser(tx, tenantId, userId))?.user.secondStep
      if (!step || step === 'none') throw errors.conflict('Ligue antes um segundo passo.')
      await auditSecondStepChange(tx, identity, 'second_step.codes_renewed')
      return replaceRecoveryCodes(tx, { tenantId, userId })
    })
    return ok({ codes })
  })

  registerRoute(app, calls.passkeyCreationOptions, async ({ identity, reply }) => {
    const availableParty = requireRelyingParty(relyingParty)
    const account = { tenantId: identity.tenantId, userId: identity.userId }
    const { userWithTenant, passkeys } = await db.tenant(identity.tenantId, async (tx) => ({
      userWithTenant: await findUser(tx, identity.tenantId, identity.userId),
      passkeys: await listPasskeys(tx, account),
    }))
    if (!userWithTenant) throw errors.tokenInvalid()
    const { token, id } = await challenges.issue('new-passkey', { userId: identity.userId }, clock.now())
    cookies.setChallenge(reply, 'passkey', token)
    const { name, phone } = userWithTenant.user
    return ok(
      await createPasskeyCreationOptions(availableParty, id, { handle: toUserHandle(account), account: phone, name }, passkeys),
    )
  })

  registerRoute(app, calls.createPasskey, async ({ identity, body, request, reply }) => {
    const availableParty = requireRelyingParty(relyingParty)
    const account = { tenantId: identity.tenantId, userId: identity.userId }
    const challenge = await challenges.verify('new-passkey', cookies.read(request, 'passkey'), clock.now())
    if (challenge.userId !== identity.userId || !(await services.consumeChallenge(challenge.id)))
      throw createChallengeExpiredError()
    const passkey = await changeSecondStep(account, 'second_step.passkey_added', (tx) =>
      addPasskey(tx, availableParty, account, { ...body, challenge: challenge.id, now: clock.now() }),
    )
    cookies.clear(reply, 'passkey')
    return ok(presentPasskey(passkey))
  })

  registerRoute(app, calls.renamePasskey, async ({ identity, params, body }) =>
    ok(
      presentPasskey(
        await db.tenant(identity.tenantId, async (tx) => {
          const before = (await listPasskeys(tx, identity)).find(({ id }) => id === params.id.toLowerCase())
          const renamed = await renamePasskey(tx, identity, params.id, body.name)
          await auditSecondStepChange(
            tx,
            identity,
            'second_step.passkey_renamed',
            getChangedFields({ name: before?.name }, { name: renamed.name }),
          )
          return renamed
        }),
      ),
    ),
  )

  registerRoute(app, calls.deletePasskey, async ({ identity, params }) => {
    await changeSecondStep(identity, 'second_step.passkey_removed', (tx) => deletePasskey(tx, identity, params.id))
    return okWithoutData()
  })
}
