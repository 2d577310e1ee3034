import { env } from '../config/env.ts'

/**
 * Whether calls may carry headers that the specification does not name: a provider on another origin that does not consent to
 * them makes the browser refuse the whole call (gap G44).
 */
export const mayCarryOwnHeaders = (): boolean =>
  env.sendsIdempotencyKeyAcrossOrigins || new URL(env.apiBaseUrl, location.href).origin === location.origin
