import * as calls from '@prosa/contract/calls/setup'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { AppError, errors } from '../../kernel/errors.ts'
import { networkKey } from '../../kernel/http/address-key.ts'
import { done, ok, route } from '../../kernel/http/contract-route.ts'
import { takeOne } from '../../kernel/http/take-one.ts'
import type { Accounts } from '../auth/ports.ts'
import { hasOrganisation, makeFirstOrganisation, type SetupPorts } from './setup.ts'
import { readSetupToken } from './setup-token.ts'

/** Maximum number of forms per network in 15 minutes. */
const FORMS = { points: 30, seconds: 900 }
const REFUSED = {
  old: 'Este link expirou. Reinicie o servidor para receber outro.',
  unknown: 'Link inválido.',
} as const

/** Routes that create the first organisation, at the URL that the server logs while there is none. */
export function setupRoutes(app: FastifyInstance, deps: Deps, ports: SetupPorts & { accounts: Accounts }): void {
  const { accounts } = ports
  const forms = deps.cluster.limiter({ name: 'setup', ...FORMS })
  /** Checks that the first organisation may be created. @throws 404 if there is one, 400 for an invalid or expired token, 429 */
  const mayBegin = async (ip: string, token: string) => {
    await takeOne(forms, networkKey(ip))
    if (await hasOrganisation(deps)) throw errors.notFound()
    const state = await readSetupToken(deps.config.sessionSecret, token, deps.clock.now())
    if (state !== 'good') throw new AppError(400, 'INVALID_INPUT', REFUSED[state])
  }

  route(app, calls.checkSetup, async ({ body, request }) => {
    await mayBegin(request.ip, body.token)
    return done()
  })

  route(app, calls.setUp, async ({ body, request, reply }) => {
    await mayBegin(request.ip, body.token)
    const { password, ...person } = body.person
    const passwordHash = await accounts.hashPassword(password)
    const made = await makeFirstOrganisation(deps, ports, {
      organisation: body.organisation,
      person: { ...person, passwordHash },
    })
    if (!made) throw errors.notFound()
    const { user, access } = await accounts.openSession(request, reply, made)
    return ok({ token: access, user })
  })
}
