import { ApiError } from './errors.ts'

/** Whether the provider does not implement the call (404 or 501). The features that depend on it are hidden. */
export const isNotImplemented = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 501)
