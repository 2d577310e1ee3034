import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../api/errors.ts'

/** Puts the server's field errors under the fields of the same name. */
export function setServerErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): void {
  if (!(error instanceof ApiError)) return
  for (const field of fields) {
    const message = error.fieldErrors[field]
    if (message) setError(field, { type: 'server', message })
  }
}
