import { ApiError } from './errors.ts'

/** True when the provider has no such call at all; what stands on it hides itself. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 404 || error.statusCode === 501)
