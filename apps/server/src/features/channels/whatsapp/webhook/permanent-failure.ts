import { getSqlState, UNSTORABLE_VALUE_SQL_STATES } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'

/**
 * Returns the reason why retrying cannot succeed, or null if a retry may succeed. Does not return the database's message, because it
 * contains personal data.
 */
export function getPermanentFailureReason(error: unknown): string | null {
  if (error instanceof AppError) return error.message
  const state = getSqlState(error)
  return state && UNSTORABLE_VALUE_SQL_STATES.test(state) ? `the database does not take it (${state})` : null
}
