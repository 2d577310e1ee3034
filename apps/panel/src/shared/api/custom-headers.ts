import { env } from '../config/env.ts'

/**
 * Whether requests may have headers that the specification does not name. If the API server is on another origin and its CORS rules do not
 * allow such a header, the browser rejects the whole request (gap G44).
 */
export const canSendCustomHeaders = (): boolean =>
  env.sendsIdempotencyKeyAcrossOrigins || new URL(env.apiBaseUrl, location.href).origin === location.origin
