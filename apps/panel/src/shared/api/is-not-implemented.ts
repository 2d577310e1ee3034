import { ApiError } from './errors.ts'

/**
 * Whether the request failed because the server does not implement the endpoint (404 or 501). Features that need the endpoint are hidden
 * then.
 */
export const isNotImplemented = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 501)
