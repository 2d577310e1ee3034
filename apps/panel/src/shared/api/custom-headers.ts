import { env } from '../config/env.ts'

/**
 * Whether requests may have headers that the specification does not name. If the API server is on another origin, its CORS rules may reject
 * requests with such headers (gap G44).
 */
export const canSendCustomHeaders = (): boolean =>
  env.sendsIdempotencyKeyAcrossOrigins || new URL(env.apiBaseUrl, location.href).origin === location.origin
