import * as calls from '@prosa/contract/calls/onboarding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { AppError } from '../../kernel/errors.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { hashToken, tenantOfToken } from '../../kernel/link-token.ts'
import { noteRefusal } from '../../kernel/note-refusal.ts'
import type { Accounts } from '../auth/ports.ts'
import { completeOnboarding, InvitationRefused, type JoinPorts, readInvitation } from './complete-onboarding.ts'
import { createOnboardingLimits } from './limits.ts'

type Known = NonNullable<InvitationRefused['invitation']>

export function onboardingRoutes(app: FastifyInstance, deps: Deps, ports: JoinPorts & { accounts: Accounts }): void {
  const { accounts } = ports
  const limits = createOnboardingLimits(deps.cluster)
  const tokens = { tenantOf: tenantOfToken, hash: hashToken }

  route(app, calls.validateInvitation, async ({ params, request }) => {
    const { invitation, tenant } = await noted(deps, request, () => readInvitation(deps, tokens, params.token))
    return ok({
      token: params.token,
      user: { id: invitation.userId, email: invitation.email, name: null, role: invitation.role, phone: null },
      tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain },
      invitation: { expiresAt: invitation.expiresAt.toISOString() },
    })
  })

  route(app, calls.completeOnboarding, async ({ params, body, request, reply }) => {
    const made = await noted(deps, request, async (about) => {
      await limits.count(request.ip, tokens.hash(params.token))
      // The link is checked before the password is hashed, so that a stranger cannot cause that work.
      about((await readInvitation(deps, tokens, params.token)).invitation)
      return completeOnboarding(deps, ports, tokens, params.token, {
        name: body.name,
        phone: body.phone ?? '',
        passwordHash: await accounts.hashPassword(body.password),
      })
    })
    await limits.succeeded(request.ip)
    const { user, access } = await accounts.openSession(request, reply, made)
    return { ...ok({ token: access, user }), message: 'Bem-vindo(a)! Sua conta foi criada com sucesso.' }
  })
}

/** Runs `work` and logs a refusal with its IP address and the invitation, if `work` reported one. */
async function noted<T>(deps: Deps, { ip }: FastifyRequest, work: (about: (found: Known) => void) => Promise<T>): Promise<T> {
  let known: Known | undefined
  try {
    return await work((found) => {
      known = found
    })
  } catch (error) {
    if (error instanceof InvitationRefused) known ??= error.invitation
    const of = known && { tenantId: known.tenantId, userId: null, subject: { kind: 'invitation', id: known.id } as const }
    if (error instanceof AppError) noteRefusal(deps, { action: 'invitation.refused', said: error.message, ip, of })
    throw error
  }
}
