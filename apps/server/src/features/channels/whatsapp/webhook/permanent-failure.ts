import { getSqlState, UNSTORABLE_VALUE_SQL_STATES } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'

/**
 * Returns the reason why a retry cannot succeed, or null if it may succeed. Does not return the message of the database, because it
 * contains personal data.
 */
export function getPermanentFailureReason(error: unknown): string | null {
  if (error instanceof AppError) return error.message
  const state = getSqlState(error)
  return state && UNSTORABLE_VALUE_SQL_STATES.test(state) ? `the database does not take it (${state})` : null
}
