import { env } from '../config/env.ts'

/**
 * Whether calls may carry headers that the specification does not name. If a provider on another origin does not allow them by CORS, the
 * browser rejects the whole call (gap G44).
 */
export const canSendCustomHeaders = (): boolean =>
  env.sendsIdempotencyKeyAcrossOrigins || new URL(env.apiBaseUrl, location.href).origin === location.origin
