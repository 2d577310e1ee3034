import * as calls from '@prosa/contract/calls/onboarding'
import type { User } from '@prosa/contract/entities/user'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { completeOnboarding, readInvitation, type TokenReader } from './complete-onboarding.ts'

/** What onboarding needs of accounts: app.ts gives it. */
export interface OnboardingPorts {
  tokens: TokenReader
  hashPassword(password: string): Promise<string>
  /** Opens a session for a user as a sign-in does, cookies included. */
  openSession(
    request: FastifyRequest,
    reply: FastifyReply,
    who: { tenantId: string; userId: string },
  ): Promise<{ user: User; access: string }>
}

export function onboardingRoutes(app: FastifyInstance, deps: Deps, { tokens, ...accounts }: OnboardingPorts): void {
  route(app, calls.validateInvitation, async ({ params }) => {
    const { invitation, tenant } = await readInvitation(deps, tokens, params.token)
    return ok({
      token: params.token,
      user: { id: invitation.userId, email: invitation.email, name: null, role: invitation.role },
      tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain },
      invitation: { expiresAt: invitation.expiresAt.toISOString() },
    })
  })

  route(app, calls.completeOnboarding, async ({ params, body, request, reply }) => {
    // The link first: hashing a password is work that a stranger must not be able to order.
    await readInvitation(deps, tokens, params.token)
    const made = await completeOnboarding(deps, tokens, params.token, {
      name: body.name,
      phone: body.phone ?? '',
      passwordHash: await accounts.hashPassword(body.password),
    })
    const { user, access } = await accounts.openSession(request, reply, made)
    return { ...ok({ token: access, user }), message: 'Bem-vindo(a)! Sua conta foi criada com sucesso.' }
  })
}
