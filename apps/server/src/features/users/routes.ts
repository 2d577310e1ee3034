import * as calls from '@prosa/contract/calls/organisation/users'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import { cancelInvitation, inviteUser, presentInvitation, resendInvitation, runInCallerScope } from './invitations/invite-user.ts'
import { listInvitations } from './queries.ts'

/** Maximum numbers of sent invitations (docs/operations.md, 'Limites'). */
const INVITE_LIMITS = { perUserAnHour: 20, perTenantADay: 100 } as const

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const userLimiter = deps.cluster.limiter({ name: 'invite-user', points: INVITE_LIMITS.perUserAnHour, seconds: 3_600 })
  const tenantLimiter = deps.cluster.limiter({ name: 'invite-tenant', points: INVITE_LIMITS.perTenantADay, seconds: 86_400 })
  const consumeInviteLimits = async ({ userId, tenantId }: Identity) => {
    await consumeRateLimit(userLimiter, userId)
    await consumeRateLimit(tenantLimiter, tenantId)
  }

  registerRoute(app, calls.inviteUser, async ({ identity, body }) => {
    await consumeInviteLimits(identity)
    const { invitation, link, emailSent } = await inviteUser(deps, identity, body)
    return { ...okWithoutData('Usuário convidado com sucesso!'), data: { invitation, emailSent, ...(emailSent ? {} : { link }) } }
  })

  registerRoute(app, calls.listInvitations, async ({ identity }) => {
    const rows = await runInCallerScope(deps.db, identity, (tx, scope) => listInvitations(tx, scope))
    return ok(rows.map(presentInvitation))
  })

  registerRoute(app, calls.cancelInvitation, async ({ identity, params }) => {
    await cancelInvitation(deps, identity, params.id)
    return okWithoutData('Convite cancelado.')
  })

  registerRoute(app, calls.generateInvitationToken, async ({ identity, body }) => {
    await consumeInviteLimits(identity)
    const { token, link, emailSent } = await resendInvitation(deps, identity, body.userId)
    return ok({ token, emailSent, ...(emailSent ? {} : { link }) })
  })
}
