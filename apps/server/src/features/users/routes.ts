import * as calls from '@prosa/contract/calls/users'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { done, ok, route } from '../../kernel/http/contract-route.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { takeOne } from '../../kernel/http/take-one.ts'
import { cancelInvitation, inScope, inviteUser, presentInvitation, resendInvitation } from './invite-user.ts'
import { listInvitations } from './queries.ts'

/** Maximum numbers of invitations (docs/operations.md, 'Limites'). */
const INVITE_LIMITS = { perUserAnHour: 20, perTenantADay: 100 } as const

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const perUser = deps.cluster.limiter({ name: 'invite-user', points: INVITE_LIMITS.perUserAnHour, seconds: 3_600 })
  const perTenant = deps.cluster.limiter({ name: 'invite-tenant', points: INVITE_LIMITS.perTenantADay, seconds: 86_400 })
  const limit = async ({ userId, tenantId }: Identity) => {
    await takeOne(perUser, userId)
    await takeOne(perTenant, tenantId)
  }

  route(app, calls.inviteUser, async ({ who, body }) => {
    await limit(who)
    const { invitation, link, emailSent } = await inviteUser(deps, who, body)
    return { ...done('Usuário convidado com sucesso!'), data: { invitation, emailSent, ...(emailSent ? {} : { link }) } }
  })

  route(app, calls.listInvitations, async ({ who }) => {
    const rows = await inScope(deps.db, who, (tx, scope) => listInvitations(tx, scope))
    return ok(rows.map(presentInvitation))
  })

  route(app, calls.cancelInvitation, async ({ who, params }) => {
    await cancelInvitation(deps, who, params.id)
    return done('Convite cancelado.')
  })

  route(app, calls.generateInvitationToken, async ({ who, body }) => {
    await limit(who)
    const { token, link, emailSent } = await resendInvitation(deps, who, body.userId)
    return ok({ token, emailSent, ...(emailSent ? {} : { link }) })
  })
}
