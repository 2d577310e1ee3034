import { NEVER_KEPT, sqlState } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/errors.ts'

/** Returns why retrying cannot succeed, or null if it may. Does not return the database's message, which contains personal data. */
export function whyNever(error: unknown): string | null {
  if (error instanceof AppError) return error.message
  const state = sqlState(error)
  return state && NEVER_KEPT.test(state) ? `the database does not take it (${state})` : null
}
