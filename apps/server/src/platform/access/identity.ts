import type { FastifyRequest } from 'fastify'
import { type AppError, errors } from '../errors.ts'

/** The requester according to the session, never according to the request's content. */
export interface Identity {
  tenantId: string
  userId: string
  sessionId: string
  role: string
  permissions: readonly string[] | null
  name: string
  /** Whether the tenant is the platform's. */
  platform: boolean
  /** Must have a second factor by now and has none: may only set one up (TRUST-12). */
  secondStepDue?: boolean
  /** Has confirmed the identity within the last minutes (TRUST-16). */
  isConfirmed?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Why there is no identity, if a credential was sent. */
    identityError: AppError | null
  }
}

/**
 * Returns the requester, for a route that needs a session. `forSetUp`: the route serves to set up a second factor.
 * @throws 401 without a session, 403 SECOND_STEP_SETUP_REQUIRED if a second factor must be set up first (TRUST-12)
 */
export function requireSession(request: FastifyRequest, forSetUp = false): Identity {
  const who = request.identity
  if (!who) throw request.identityError ?? errors.tokenInvalid()
  if (who.secondStepDue && !forSetUp) throw errors.secondStepSetup()
  return who
}

/** Requires a recent confirmation, for sensitive operations. @throws 403 CONFIRMATION_REQUIRED without one (TRUST-16) */
export function requireRecentConfirmation({ isConfirmed }: Identity): void {
  if (!isConfirmed) throw errors.confirmation()
}
