import type { FastifyRequest } from 'fastify'
import { type AppError, errors } from '../errors.ts'

/** The signed-in user who sent a request. All fields come from the session, none from the request's body or parameters. */
export interface Identity {
  tenantId: string
  userId: string
  sessionId: string
  role: string
  permissions: readonly string[] | null
  name: string
  /** Whether the user belongs to the platform's own organisation. */
  isPlatformUser: boolean
  /** Whether a second factor is required and the user has none. Only routes that set one up are then allowed (TRUST-12). */
  isSecondStepDue?: boolean
  /** Whether the user confirmed their identity (password or second factor) within the last minutes (TRUST-16). */
  isRecentlyConfirmed?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Reason why the sent credential was rejected; null if none was sent or it was valid. */
    identityError: AppError | null
  }
}

/**
 * Returns the signed-in user of a request. `isForSecondStepSetup`: whether the route sets up a second factor and is therefore allowed for
 * users without one.
 * @throws 401 without a session, 403 SECOND_STEP_SETUP_REQUIRED if a second factor must be set up first (TRUST-12)
 */
export function requireSession(request: FastifyRequest, isForSecondStepSetup = false): Identity {
  const identity = request.identity
  if (!identity) throw request.identityError ?? errors.tokenInvalid()
  if (identity.isSecondStepDue && !isForSecondStepSetup) throw errors.secondStepSetupRequired()
  return identity
}

/**
 * Verifies that the user has recently confirmed their identity, before a sensitive operation.
 * @throws 403 CONFIRMATION_REQUIRED otherwise (TRUST-16)
 */
export function requireRecentConfirmation({ isRecentlyConfirmed }: Identity): void {
  if (!isRecentlyConfirmed) throw errors.confirmationRequired()
}
