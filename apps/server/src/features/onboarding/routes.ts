import * as calls from '@prosa/contract/calls/accounts/onboarding'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getTokenTenantId, hashLinkToken } from '../../platform/access/link-token.ts'
import { recordAccessRefusal } from '../../platform/audit/record-access-refusal.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import type { Accounts } from '../auth/ports.ts'
import { completeOnboarding, getInvitationByToken, InvitationRejectedError, type OnboardingPorts } from './complete-onboarding.ts'
import { createOnboardingLimits } from './onboarding-limits.ts'

type InvitationKey = NonNullable<InvitationRejectedError['invitation']>

export function onboardingRoutes(app: FastifyInstance, deps: Deps, ports: OnboardingPorts & { accounts: Accounts }): void {
  const { accounts } = ports
  const limits = createOnboardingLimits(deps.cluster)
  const tokens = { getTenantId: getTokenTenantId, hashToken: hashLinkToken }

  registerRoute(app, calls.validateInvitation, async ({ params, request }) => {
    const { invitation, tenant } = await runRecordingRefusals(deps, request, () =>
      getInvitationByToken(deps, tokens, params.token),
    )
    return ok({
      token: params.token,
      user: { id: invitation.userId, email: invitation.email, name: null, role: invitation.role, phone: null },
      tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain },
      invitation: { expiresAt: invitation.expiresAt.toISOString() },
    })
  })

  registerRoute(app, calls.completeOnboarding, async ({ params, body, request, reply }) => {
    const account = await runRecordingRefusals(deps, request, async (setInvitation) => {
      await limits.countAttempt(request.ip, tokens.hashToken(params.token))
      // Verifies the invitation before hashing the password. Hashing is expensive, and anyone can call this endpoint.
      setInvitation((await getInvitationByToken(deps, tokens, params.token)).invitation)
      return completeOnboarding(deps, ports, tokens, params.token, {
        name: body.name,
        phone: body.phone ?? '',
        passwordHash: await accounts.hashPassword(body.password),
      })
    })
    await limits.refundSuccessfulAttempt(request.ip)
    const { user, accessToken } = await accounts.openSession(request, reply, account)
    return { ...ok({ token: accessToken, user }), message: 'Bem-vindo(a)! Sua conta foi criada com sucesso.' }
  })
}

/**
 * Runs `work` and logs its error, if the request was refused, with the IP address. `work` calls `setInvitation` so that the log also
 * contains the invitation.
 */
async function runRecordingRefusals<T>(
  deps: Deps,
  { ip }: FastifyRequest,
  work: (setInvitation: (invitation: InvitationKey) => void) => Promise<T>,
): Promise<T> {
  let knownInvitation: InvitationKey | undefined
  try {
    return await work((invitation) => {
      knownInvitation = invitation
    })
  } catch (error) {
    if (error instanceof InvitationRejectedError) knownInvitation ??= error.invitation
    const auditReference = knownInvitation && {
      tenantId: knownInvitation.tenantId,
      userId: null,
      subject: { kind: 'invitation', id: knownInvitation.id } as const,
    }
    if (error instanceof AppError)
      recordAccessRefusal(deps, { action: 'invitation.refused', said: error.message, ip, refusedAccount: auditReference })
    throw error
  }
}
