import type { FastifyRequest } from 'fastify'
import { type AppError, errors } from '../errors.ts'

/** The signed-in user who sent a request, as stored in the session. No field is read from the request's body or parameters. */
export interface Identity {
  tenantId: string
  userId: string
  sessionId: string
  role: string
  permissions: readonly string[] | null
  name: string
  /** Whether the user belongs to the platform's own organisation. */
  isPlatformUser: boolean
  /** Whether the user must set up a second factor now: one is required, and the user has none. All other routes are refused (TRUST-12). */
  isSecondStepDue?: boolean
  /** Whether the user has confirmed their identity (password or second factor) within the last minutes (TRUST-16). */
  isRecentlyConfirmed?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Error that explains why a sent credential was rejected; null if no credential was sent or it was valid. */
    identityError: AppError | null
  }
}

/**
 * Returns the signed-in user of a request, for routes that need a session.
 * `forSetUp`: whether the route is one of those that set up a second factor, which a user without a second factor may use.
 * @throws 401 without a session, 403 SECOND_STEP_SETUP_REQUIRED if a second factor must be set up first (TRUST-12)
 */
export function requireSession(request: FastifyRequest, isForSecondStepSetup = false): Identity {
  const identity = request.identity
  if (!identity) throw request.identityError ?? errors.tokenInvalid()
  if (identity.isSecondStepDue && !isForSecondStepSetup) throw errors.secondStepSetupRequired()
  return identity
}

/**
 * Verifies that the user has recently confirmed their identity, before a sensitive operation. @throws 403 CONFIRMATION_REQUIRED otherwise
 * (TRUST-16)
 */
export function requireRecentConfirmation({ isRecentlyConfirmed }: Identity): void {
  if (!isRecentlyConfirmed) throw errors.confirmationRequired()
}
