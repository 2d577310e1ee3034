import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { getErrorReason } from '../../api/error-reason.ts'
import { ApiError } from '../../api/errors.ts'

/** Shows the server's field errors at the form fields of the same name and focuses the first of these fields. */
export function setServerErrors<Form extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
): void {
  if (!(error instanceof ApiError)) return
  const invalidFields = fields.filter((field) => error.fieldErrors[field])
  for (const [index, field] of invalidFields.entries()) {
    setError(field, { type: 'server', message: error.fieldErrors[field] ?? '' }, { shouldFocus: index === 0 })
  }
}

/** Returns the error message for a form as a whole. Omits errors that are shown at their fields. */
export const getFormErrorMessage = (error: unknown, fields: readonly string[], fallback: string): string =>
  error instanceof ApiError && fields.some((field) => error.fieldErrors[field])
    ? 'Corrija os campos marcados.'
    : getErrorReason(error, fallback)
