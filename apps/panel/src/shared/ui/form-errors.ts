import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../api/errors.ts'
import { reasonOf } from '../api/reason.ts'

/** Puts the server's field errors under the fields of the same name; the first of them gets the focus. */
export function setServerErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): void {
  if (!(error instanceof ApiError)) return
  const wrong = fields.filter((field) => error.fieldErrors[field])
  for (const [at, field] of wrong.entries()) {
    setError(field, { type: 'server', message: error.fieldErrors[field] ?? '' }, { shouldFocus: at === 0 })
  }
}

/** What a form says of a failure as a whole: what stands under its fields already is not said twice. */
export const failureOfForm = (error: unknown, fields: readonly string[], fallback: string): string =>
  error instanceof ApiError && fields.some((field) => error.fieldErrors[field])
    ? 'Corrija os campos marcados.'
    : reasonOf(error, fallback)
