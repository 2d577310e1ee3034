import type { FastifyRequest } from 'fastify'
import { type AppError, errors } from '../errors.ts'

/** Who is asking, as the session says; never what the request claims. */
export interface Identity {
  tenantId: string
  userId: string
  sessionId: string
  role: string
  permissions: readonly string[] | null
  name: string
  /** Of the platform's tenant. */
  platform: boolean
  /** Must have a second step by now, and has none: may set one up, and nothing else (TRUST-12). */
  secondStepDue?: boolean
  /** Has proved who it is in the last minutes (TRUST-16). */
  isConfirmed?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Why there is no identity, when a credential was sent. */
    identityError: AppError | null
  }
}

/**
 * Who asks, for a route that needs a session; `forSetUp` where it serves to set up a second step.
 * @throws 401 without a session, 403 SECOND_STEP_SETUP_REQUIRED when a second step has to be set up first (TRUST-12)
 */
export function sessionOf(request: FastifyRequest, forSetUp = false): Identity {
  const who = request.identity
  if (!who) throw request.identityError ?? errors.tokenInvalid()
  if (who.secondStepDue && !forSetUp) throw errors.secondStepSetup()
  return who
}

/** For what is grave. @throws 403 CONFIRMATION_REQUIRED without a proof in the last minutes (TRUST-16) */
export function requireConfirmed({ isConfirmed }: Identity): void {
  if (!isConfirmed) throw errors.confirmation()
}
