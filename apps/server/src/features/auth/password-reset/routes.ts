import * as calls from '@prosa/contract/calls/accounts/password-reset'
import { parseAccountIdentifier } from '@prosa/contract/rules/accounts/account-identifier'
import type { FastifyInstance } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { recordAccessRefusal } from '../../../platform/audit/record-access-refusal.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../../platform/http/calls/contract-route.ts'
import { getNetworkLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { ChallengeService } from '../second-step/challenge.ts'
import type { AuthCookies } from '../sessions/auth-cookies.ts'
import { createAfterResponseQueue } from './after-response-queue.ts'
import { ResetLinkRejectedError, resetPasswordWithLink, verifyResetLink } from './reset-password-with-link.ts'
import { queueResetLinkMail } from './send-reset-link.ts'

/**
 * Maximum number of reset requests per network and hour. Requests over the limit get the same response, but no mail is sent
 * (docs/operations.md, 'Limites').
 */
const RESET_REQUEST_LIMIT = { points: 10, seconds: 3_600 }
/** Maximum number of requests that verify or use a reset link, per network in 15 minutes. */
const RESET_LINK_LIMIT = { points: 60, seconds: 900 }

/** Registers the API endpoints for a forgotten password: request a link, verify it, set a new password (3-team.md, section 3). */
export function passwordResetRoutes(
  app: FastifyInstance,
  deps: Deps,
  { cookies, challenges }: { cookies: AuthCookies; challenges: ChallengeService },
): void {
  const requestLimiter = deps.cluster.limiter({ name: 'reset-asks', ...RESET_REQUEST_LIMIT })
  const linkLimiter = deps.cluster.limiter({ name: 'reset-links', ...RESET_LINK_LIMIT })
  const afterResponseQueue = createAfterResponseQueue(deps)
  app.addHook('onClose', () => afterResponseQueue.close())

  registerRoute(app, calls.requestPasswordReset, async ({ body, request }) => {
    const account = parseAccountIdentifier(body.account) ?? body.account
    const isWithinLimit = await requestLimiter.consume(getNetworkLimitKey(request.ip)).then(
      () => true,
      (state: unknown) => {
        if (!(state instanceof RateLimiterRes)) throw state
        return false
      },
    )
    // Looks up the account after the response, so that the response time does not reveal whether the account exists (TRUST-02).
    if (isWithinLimit) afterResponseQueue.add(() => queueResetLinkMail(deps, account))
    return ok({ mail: deps.mailer !== null })
  })

  registerRoute(app, calls.checkPasswordReset, async ({ body, request }) => {
    await consumeRateLimit(linkLimiter, getNetworkLimitKey(request.ip))
    const { organisation, expiresAt } = await verifyResetLink(deps, body.token)
    return ok({ organisation, expires_at: expiresAt.toISOString() })
  })

  registerRoute(app, calls.completePasswordReset, async ({ body, request, reply }) => {
    await consumeRateLimit(linkLimiter, getNetworkLimitKey(request.ip))
    const { userId } = await resetPasswordWithLink(deps, body).catch((error: unknown) => {
      if (error instanceof ResetLinkRejectedError)
        recordAccessRefusal(deps, {
          action: 'password.refused',
          said: error.message,
          ip: request.ip,
          refusedAccount: error.account,
        })
      throw error
    })
    const { token } = await challenges.issue('reset', { userId }, deps.clock.now())
    cookies.setResetBrowser(reply, token)
    return okWithoutData('Senha alterada. Entre com a nova senha.')
  })
}
