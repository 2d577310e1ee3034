import * as calls from '@prosa/contract/calls/accounts/setup'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { AppError, errors } from '../../platform/errors.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { getNetworkLimitKey } from '../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { Accounts } from '../auth/ports.ts'
import { createFirstOrganisation, hasOrganisation, type SetupPorts } from './first-organisation.ts'
import { verifySetupToken } from './setup-token.ts'

/** Maximum number of setup forms per IP network. */
const SETUP_FORM_LIMIT = { points: 30, seconds: 900 }
const TOKEN_ERROR_MESSAGES = {
  old: 'Este link expirou. Reinicie o servidor para receber outro.',
  unknown: 'Link inválido.',
} as const

/**
 * Registers the API endpoints that create the first organisation. The server logs the URL of the setup page until an organisation exists.
 */
export function setupRoutes(app: FastifyInstance, deps: Deps, ports: SetupPorts & { accounts: Accounts }): void {
  const { accounts } = ports
  const formLimiter = deps.cluster.limiter({ name: 'setup', ...SETUP_FORM_LIMIT })
  /**
   * Verifies that the first organisation may be created.
   * @throws 404 if an organisation exists, 400 for an invalid or expired token, 429 after too many forms
   */
  const requireSetupAllowed = async (ip: string, token: string) => {
    await consumeRateLimit(formLimiter, getNetworkLimitKey(ip))
    if (await hasOrganisation(deps)) throw errors.notFound()
    const state = await verifySetupToken(deps.config.sessionSecret, token, deps.clock.now())
    if (state !== 'good') throw new AppError(400, 'INVALID_INPUT', TOKEN_ERROR_MESSAGES[state])
  }

  registerRoute(app, calls.checkSetupToken, async ({ body, request }) => {
    await requireSetupAllowed(request.ip, body.token)
    return okWithoutData()
  })

  registerRoute(app, calls.completeSetup, async ({ body, request, reply }) => {
    await requireSetupAllowed(request.ip, body.token)
    const { password, ...profile } = body.person
    const passwordHash = await accounts.hashPassword(password)
    const account = await createFirstOrganisation(deps, ports, {
      organisation: body.organisation,
      user: { ...profile, passwordHash },
    })
    if (!account) throw errors.notFound()
    const { user, accessToken } = await accounts.openSession(request, reply, account)
    return ok({ token: accessToken, user })
  })
}
