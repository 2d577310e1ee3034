import type { ErrorCode } from '@prosa/contract/errors'
import { type ApiError, isAuthRedirectError } from '../api/errors.ts'
import { MESSAGE_BY_ERROR_CODE } from '../api/messages.pt-br.ts'
import { setAccountRequirement } from './account-requirement.ts'
import { CALLS_WITH_OWN_ERRORS, SIGNED_OUT_EVENT } from './token-renewal.ts'

/** Whether the session is valid but the server rejects all requests until the password is changed or a second factor is set up. */
export const isAccountRequirementError = ({ code }: ApiError): boolean => /^PASSWORD_|_SETUP_/.test(code)

/** Redirects the user after a rejected request to the page that helps: sign-in, a new password (section 8), or second-factor set-up. */
export function redirectOnAuthError(name: string, error: ApiError): void {
  if (!isAuthRedirectError(error) || CALLS_WITH_OWN_ERRORS.has(name)) return
  if (isAccountRequirementError(error)) return setAccountRequirement(error.code)
  const reason = MESSAGE_BY_ERROR_CODE[error.code as ErrorCode] ?? error.message
  window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: reason }))
}
