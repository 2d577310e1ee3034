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
  passwords: PasswordLimits
  deviceOf: (request: FastifyRequest) => SignInDevice
  /** Sets the session cookies. @returns the response body of a sign-in */
  opened: (reply: FastifyReply, session: OpenedSession) => typeof calls.completeSecondStep.answer._zod.input.data
}

/**
 * Registers the API endpoints for the second factor of a sign-in, for sign-in by passkey alone, and for setting up both in the user's
 * account.
 */
export function secondStepRoutes(
  app: FastifyInstance,
  deps: Deps,
  { tokens, cookies, challenges, passwords, deviceOf, opened }: SecondStepRouteServices,
): void {
  const { db, clock, config } = deps
  const box = createTotpBox(config)
  const party = getRelyingParty(deps.publicOrigin, config.corsOrigins)
  const used = deps.cluster.oneTime('challenge')
  const parts: SecondStepServices = {
    tokens,
    limits: createSecondStepLimits(deps.cluster),
    party,
    isFirst: (id) => used.take(id, CHALLENGE_SECONDS * 1_000),
  }
  const begun = (request: FastifyRequest) => challenges.read('second-step', cookies.read(request, 'challenge'), clock.now())

  registerRoute(app, calls.secondStepMethods, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok(await getSecondStepMethods(deps, party, await begun(request)))
  })

  registerRoute(app, calls.completeSecondStep, async ({ body, request, reply }) => {
    const { trust_device: trust, ...given } = body
    const session = await completeSecondStepSignIn(deps, parts, await begun(request), { ...given, trust }, deviceOf(request))
    cookies.clear(reply, 'challenge')
    if (session.trusted) cookies.setTrusted(reply, session.trusted)
    return ok(opened(reply, session))
  })

  registerRoute(app, calls.passkeyOptions, async ({ reply }) => {
    const known = requireRelyingParty(party)
    const { token, id } = await challenges.issue('passkey', {}, clock.now())
    cookies.setChallenge(reply, 'passkey', token)
    reply.header('cache-control', 'no-store')
    return ok(await createPasskeyRequestOptions(known, id))
  })

  registerRoute(app, calls.passkeySignIn, async ({ body, request, reply }) => {
    const challenge = await challenges.read('passkey', cookies.read(request, 'passkey'), clock.now())
    const session = await signInByPasskey(deps, parts, challenge, body.response, deviceOf(request))
    cookies.clear(reply, 'passkey')
    return ok(opened(reply, session))
  })

  registerRoute(app, calls.confirmSessionIdentity, async ({ who, body, request }) => {
    const { tenantId, userId } = who
    await confirmIdentity(deps, passwords, who, { ...body, ip: request.ip }, async (response) => {
      const { id: challenge } = await challenges.read('passkey', cookies.read(request, 'passkey'), clock.now())
      const proof = { response, challenge, now: clock.now(), alone: true }
      return (
        (await db.tenant(tenantId, (tx) =>
          verifyAndConsumePasskey(tx, requireRelyingParty(party), { tenantId, userId }, proof),
        )) && parts.isFirst(challenge)
      )
    })
    return okWithoutData()
  })

  /** Runs a change of the user's own second factor in a transaction, and writes the change to the audit log. */
  const change = <T>(account: AccountKey, action: SecondStepAction, work: (tx: Tx) => Promise<T>) =>
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

  registerRoute(app, calls.getAccountSecurity, async ({ who }) =>
    ok(
      await db.tenant(who.tenantId, async (tx) => {
        const step = (await findUser(tx, who.tenantId, who.userId))?.user.secondStep
        return {
          totp: step === 'totp' || step === 'both',
          recovery_codes_left: await countRecoveryCodes(tx, who),
          passkeys: (await listPasskeys(tx, who)).map(presentPasskey),
          passkeys_possible: party !== null,
        }
      }),
    ),
  )

  registerRoute(app, calls.startTotp, async ({ who, reply }) => {
    reply.header('cache-control', 'no-store')
    const { tenantId, userId } = who
    return ok(
      await db.tenant(tenantId, async (tx) => {
        const found = await findUser(tx, tenantId, userId)
        if (!found) throw errors.tokenInvalid()
        return startTotpSetup(tx, box, { tenantId, userId }, found.user.phone)
      }),
    )
  })

  registerRoute(app, calls.confirmTotp, async ({ who, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const account = { tenantId: who.tenantId, userId: who.userId }
    // Uses a separate counter, so that someone with a stolen session cannot lock the user out of sign-in.
    const key = `set-up:${who.userId}`
    await parts.limits.attempt(key, () =>
      recordAccessRefusal(deps, { action: 'session.locked', reason: 'too many wrong second steps', ip: request.ip, of: account }),
    )
    const codes = await change(account, 'second_step.app_added', async (tx) => {
      if (!(await confirmTotpSetup(tx, box, account, body.code, clock.now())))
        throw errors.invalid(WRONG_CODE_MESSAGE, { code: WRONG_CODE_MESSAGE })
      return replaceRecoveryCodes(tx, account)
    })
    await parts.limits.succeeded(key)
    return ok({ codes })
  })

  registerRoute(app, calls.removeTotp, async ({ who }) => {
    await change(who, 'second_step.app_removed', (tx) => removeTotp(tx, who))
    return okWithoutData()
  })

  registerRoute(app, calls.newRecoveryCodes, async ({ who, reply }) => {
    reply.header('cache-control', 'no-store')
    const { tenantId, userId } = who
    const codes = await db.tenant(tenantId, async (tx) => {
      const step = (await findUser(tx, tenantId, userId))?.user.secondStep
      if (!step || step === 'none') throw errors.conflict('Ligue antes um segundo passo.')
      await auditSecondStepChange(tx, who, 'second_step.codes_renewed')
      return replaceRecoveryCodes(tx, { tenantId, userId })
    })
    return ok({ codes })
  })

  registerRoute(app, calls.passkeyCreationOptions, async ({ who, reply }) => {
    const known = requireRelyingParty(party)
    const account = { tenantId: who.tenantId, userId: who.userId }
    const { held, passkeys } = await db.tenant(who.tenantId, async (tx) => ({
      held: await findUser(tx, who.tenantId, who.userId),
      passkeys: await listPasskeys(tx, account),
    }))
    if (!held) throw errors.tokenInvalid()
    const { token, id } = await challenges.issue('new-passkey', { userId: who.userId }, clock.now())
    cookies.setChallenge(reply, 'passkey', token)
    const { name, phone } = held.user
    return ok(await createPasskeyCreationOptions(known, id, { handle: toUserHandle(account), account: phone, name }, passkeys))
  })

  registerRoute(app, calls.createPasskey, async ({ who, body, request, reply }) => {
    const known = requireRelyingParty(party)
    const account = { tenantId: who.tenantId, userId: who.userId }
    const challenge = await challenges.read('new-passkey', cookies.read(request, 'passkey'), clock.now())
    if (challenge.userId !== who.userId || !(await parts.isFirst(challenge.id))) throw createChallengeExpiredError()
    const made = await change(account, 'second_step.passkey_added', (tx) =>
      addPasskey(tx, known, account, { ...body, challenge: challenge.id, now: clock.now() }),
    )
    cookies.clear(reply, 'passkey')
    return ok(presentPasskey(made))
  })

  registerRoute(app, calls.renamePasskey, async ({ who, params, body }) =>
    ok(
      presentPasskey(
        await db.tenant(who.tenantId, async (tx) => {
          const before = (await listPasskeys(tx, who)).find(({ id }) => id === params.id.toLowerCase())
          const renamed = await renamePasskey(tx, who, params.id, body.name)
          await auditSecondStepChange(
            tx,
            who,
            'second_step.passkey_renamed',
            getChangedFields({ name: before?.name }, { name: renamed.name }),
          )
          return renamed
        }),
      ),
    ),
  )

  registerRoute(app, calls.deletePasskey, async ({ who, params }) => {
    await change(who, 'second_step.passkey_removed', (tx) => deletePasskey(tx, who, params.id))
    return okWithoutData()
  })
}
