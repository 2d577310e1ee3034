import * as calls from '@prosa/contract/calls/password-reset'
import { typedAccount } from '@prosa/contract/rules/typed-account'
import type { FastifyInstance } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../../../kernel/deps.ts'
import { networkKey } from '../../../kernel/http/address-key.ts'
import { done, ok, route } from '../../../kernel/http/contract-route.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'
import { noteRefusal } from '../../../kernel/note-refusal.ts'
import type { Cookies } from '../cookies.ts'
import type { Challenges } from '../second-step/challenge.ts'
import { createAfterAnswer } from './after-answer.ts'
import { checkReset, completeReset, LinkRefused } from './complete-reset.ts'
import { requestResetLink } from './send-reset-link.ts'

/**
 * Maximum number of reset requests per network and hour. Requests over the limit get the same answer, but send nothing (docs/operations.md,
 * 'Limites').
 */
const ASKS = { points: 10, seconds: 3_600 }
/** Maximum number of links that one network may open or use in 15 minutes. */
const LINKS = { points: 60, seconds: 900 }

/** Routes for a forgotten password: request a link, check it, set a new password (3-team.md, section 3). */
export function passwordResetRoutes(
  app: FastifyInstance,
  deps: Deps,
  { cookies, challenges }: { cookies: Cookies; challenges: Challenges },
): void {
  const asks = deps.cluster.limiter({ name: 'reset-asks', ...ASKS })
  const links = deps.cluster.limiter({ name: 'reset-links', ...LINKS })
  const afterAnswer = createAfterAnswer(deps)
  app.addHook('onClose', () => afterAnswer.close())

  route(app, calls.askPasswordReset, async ({ body, request }) => {
    const account = typedAccount(body.account) ?? body.account
    const isHeard = await asks.consume(networkKey(request.ip)).then(
      () => true,
      (state: unknown) => {
        if (!(state instanceof RateLimiterRes)) throw state
        return false
      },
    )
    // The response takes the same time for all accounts: the account is looked up after it is sent (TRUST-02).
    if (isHeard) afterAnswer.add(() => requestResetLink(deps, account))
    return ok({ mail: deps.mail !== null })
  })

  route(app, calls.checkPasswordReset, async ({ body, request }) => {
    await takeOne(links, networkKey(request.ip))
    const { organisation, expiresAt } = await checkReset(deps, body.token)
    return ok({ organisation, expires_at: expiresAt.toISOString() })
  })

  route(app, calls.completePasswordReset, async ({ body, request, reply }) => {
    await takeOne(links, networkKey(request.ip))
    const { userId } = await completeReset(deps, body).catch((error: unknown) => {
      if (error instanceof LinkRefused)
        noteRefusal(deps, { action: 'password.refused', said: error.message, ip: request.ip, of: error.of })
      throw error
    })
    const { token } = await challenges.issue('reset', { userId }, deps.clock.now())
    cookies.setReset(reply, token)
    return done('Senha alterada. Entre com a nova senha.')
  })
}
