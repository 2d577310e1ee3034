import { NEVER_KEPT, sqlState } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/errors.ts'

/** Why trying again would come to the same; null where it need not. A database's own words carry those of the lead. */
export function whyNever(error: unknown): string | null {
  if (error instanceof AppError) return error.message
  const state = sqlState(error)
  return state && NEVER_KEPT.test(state) ? `the database does not take it (${state})` : null
}
