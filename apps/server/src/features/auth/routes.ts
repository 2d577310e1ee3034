import * as calls from '@prosa/contract/calls/accounts/auth'
import type { User } from '@prosa/contract/entities/accounts/user'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError, errors } from '../../platform/errors.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { listSecurityNotices } from './password-reset/reset-link.ts'
import { passwordResetRoutes } from './password-reset/routes.ts'
import { changePassword } from './passwords/change-password.ts'
import type { PasswordLimits } from './passwords/password-limits.ts'
import { getCapabilities, presentSession, presentUser } from './present.ts'
import { findUser, listLiveSessions } from './queries.ts'
import { createChallengeService } from './second-step/challenge.ts'
import { secondStepRoutes } from './second-step/routes.ts'
import { digestPasswordHash } from './second-step/second-step-sign-in.ts'
import type { AuthCookies } from './sessions/auth-cookies.ts'
import { endSessions } from './sessions/end-sessions.ts'
import { rotateSession } from './sessions/rotate-session.ts'
import { signOut } from './sessions/sign-out.ts'
import { ACCESS_TOKEN_SECONDS, getTokenSecondsLeft, type TokenService } from './sessions/tokens.ts'
import { type OpenedSession, openSession, type SignInDevice, signIn } from './sign-in/sign-in.ts'

export interface AuthServices {
  tokens: TokenService
  cookies: AuthCookies
  passwordLimits: PasswordLimits
}

export function authRoutes(app: FastifyInstance, deps: Deps, { tokens, cookies, passwordLimits }: AuthServices): void {
  const capabilities = getCapabilities(deps.config)
  const challenges = createChallengeService(deps.config.sessionSecret, deps.config.previousSecret)

  function respondWithSession(reply: FastifyReply, session: OpenedSession) {
    cookies.setSession(reply, session)
    cookies.setDevice(reply, session.deviceCookie)
    // The refresh token is only in the cookie. `refreshToken` in the response is an id that grants no access (gap G46).
    return {
      user: { ...presentUser(session.userWithTenant, capabilities), notices: session.notices },
      accessToken: session.accessToken,
      refreshToken: session.sessionId,
      expiresIn: ACCESS_TOKEN_SECONDS,
    }
  }

  registerRoute(app, calls.login, async ({ body, request, reply }) => {
    const recentReset = await challenges.verify('reset', cookies.read(request, 'reset'), deps.clock.now()).catch(() => null)
    const outcome = await signIn(deps, tokens, passwordLimits, body, { ...getSignInDevice(request, cookies), recentReset })
    if (!('waiting' in outcome)) return ok(respondWithSession(reply, outcome))
    const { waiting: pendingSignIn, remember } = outcome
    const claims = { tenantId: pendingSignIn.tenant.id, userId: pendingSignIn.user.id, remember }
    const passwordDigest = digestPasswordHash(pendingSignIn.user.passwordHash)
    const { token } = await challenges.issue('second-step', { ...claims, password: passwordDigest }, deps.clock.now())
    cookies.setChallenge(reply, 'challenge', token)
    throw errors.secondStepRequired()
  })

  passwordResetRoutes(app, deps, { cookies, challenges })
  secondStepRoutes(app, deps, {
    tokens,
    cookies,
    challenges,
    passwordLimits: passwordLimits,
    getDevice: (request) => getSignInDevice(request, cookies),
    respondWithSession,
  })

  registerRoute(app, calls.me, async ({ identity, request }) => {
    const { userWithTenant, notices } = await deps.db.tenant(identity.tenantId, async (tx) => ({
      userWithTenant: await findUser(tx, identity.tenantId, identity.userId),
      notices: await listSecurityNotices(tx, identity, deps.clock.now()),
    }))
    if (!userWithTenant) throw errors.tokenInvalid()
    const token = getAccessToken(request, cookies) ?? ''
    return ok({ ...presentUser(userWithTenant, capabilities), notices, expiresIn: getTokenSecondsLeft(token, deps.clock.now()) })
  })

  registerRoute(app, calls.refresh, async ({ request, reply }) => {
    try {
      const renewed = await rotateSession(deps, tokens, cookies.read(request, 'refresh'), request.ip)
      cookies.setSession(reply, renewed)
      return ok({ accessToken: renewed.accessToken, expiresIn: ACCESS_TOKEN_SECONDS })
    } catch (error) {
      // Clears the cookies only if the token was rejected. A temporary database failure must not sign anyone out.
      if (error instanceof AppError && error.code === 'TOKEN_REFRESH_FAILED') cookies.clearSession(reply)
      throw error
    }
  })

  registerRoute(app, calls.logout, async ({ request, reply }) => {
    const refreshCookie = cookies.read(request, 'refresh')
    cookies.clearSession(reply)
    await signOut(deps, request.identity, refreshCookie)
    return okWithoutData()
  })

  registerRoute(app, calls.logoutAll, async ({ identity, reply }) => {
    await endSessions(deps, { tenantId: identity.tenantId, userId: identity.userId }, 'session.closed_everywhere')
    cookies.clearSession(reply)
    return okWithoutData()
  })

  registerRoute(app, calls.changePassword, async ({ identity, body, request }) => {
    await changePassword(deps, passwordLimits, identity, { ...body, ip: request.ip })
    return okWithoutData('Senha alterada.')
  })

  registerRoute(app, calls.sessions, async ({ identity }) => {
    const liveSessions = await deps.db.tenant(identity.tenantId, (tx) => listLiveSessions(tx, identity.tenantId, identity.userId))
    const now = deps.clock.now()
    return ok({
      sessions: liveSessions
        .filter((session) => session.expiresAt > now)
        .map((session) => presentSession(session, identity.sessionId)),
    })
  })

  registerRoute(app, calls.endSession, async ({ identity, params, reply }) => {
    const endedCount = await endSessions(
      deps,
      { tenantId: identity.tenantId, userId: identity.userId, sessionId: params.id },
      'session.ended',
    )
    if (endedCount === 0) throw errors.notFound()
    if (params.id === identity.sessionId) cookies.clearSession(reply)
    return okWithoutData()
  })

  registerRoute(app, calls.websocketToken, async ({ identity, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok({ token: await tokens.issueSocketTicket(identity) })
  })
}

/** Opens a session for a new user and sets the session cookies, as a sign-in does. */
export async function openSessionForNewUser(
  deps: Deps,
  { tokens, cookies }: Pick<AuthServices, 'tokens' | 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<{ user: User; accessToken: string }> {
  const session = await deps.db.tenant(tenantId, async (tx) => {
    const userWithTenant = await findUser(tx, tenantId, userId)
    if (!userWithTenant) throw errors.tokenInvalid()
    return openSession(tx, tokens, userWithTenant, {
      ...getSignInDevice(request, cookies),
      remember: true,
      now: deps.clock.now(),
    })
  })
  cookies.setSession(reply, session)
  cookies.setDevice(reply, session.deviceCookie)
  return { user: presentUser(session.userWithTenant, getCapabilities(deps.config)), accessToken: session.accessToken }
}

const getSignInDevice = (request: FastifyRequest, cookies: AuthCookies): SignInDevice => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  deviceCookie: cookies.read(request, 'device'),
  trustedDeviceToken: cookies.read(request, 'trusted'),
  endsIdle: request.headers[HTTP_HEADERS.keepSignedIn] === 'false',
})

/**
 * Sets the request's identity from the access cookie or, for clients without cookies, from a bearer token. Rejects no request: each route
 * decides whether it requires a session.
 */
export async function identifyRequest(
  request: FastifyRequest,
  _reply: FastifyReply,
  {
    tokens,
    cookies,
    findIdentity,
  }: Pick<AuthServices, 'tokens' | 'cookies'> & {
    findIdentity: (subject: Awaited<ReturnType<TokenService['verifyAccessToken']>>) => Promise<FastifyRequest['identity']>
  },
): Promise<void> {
  const token = getAccessToken(request, cookies)
  // The browser deletes the access cookie when the token expires, but the session may still be valid. With a refresh cookie, the error
  // therefore asks the client to renew the token.
  let mayRenew = Boolean(cookies.read(request, 'refresh'))
  if (token) {
    try {
      request.identity = await findIdentity(await tokens.verifyAccessToken(token))
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (!code.startsWith('ERR_J')) throw error
      mayRenew ||= code === 'ERR_JWT_EXPIRED'
    }
  }
  // Creates the error only if needed: collecting its stack takes longer than routing the request.
  if (!request.identity) request.identityError = mayRenew ? errors.tokenExpired() : errors.tokenInvalid()
}

const getAccessToken = (request: FastifyRequest, cookies: AuthCookies): string | undefined =>
  cookies.read(request, 'access') ?? /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
