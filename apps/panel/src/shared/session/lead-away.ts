import type { ErrorCode } from '@prosa/contract/errors'
import { type ApiError, leadsAway } from '../api/errors.ts'
import { MESSAGE_OF_CODE } from '../api/messages.pt-br.ts'
import { setDueFirst } from './due-first.ts'
import { OWN_ANSWER, SIGNED_OUT_EVENT } from './refresh.ts'

/** Whether the session is valid but the provider answers nothing until the password is changed or a second factor is set up. */
export const wantsFirst = ({ code }: ApiError): boolean => /^PASSWORD_|_SETUP_/.test(code)

/** Navigates to the page where the user can fix a rejected call: sign-in, a new password (section 8), or second-factor set-up. */
export function leadAway(name: string, error: ApiError): void {
  if (!leadsAway(error) || OWN_ANSWER.has(name)) return
  if (wantsFirst(error)) return setDueFirst(error.code)
  const reason = MESSAGE_OF_CODE[error.code as ErrorCode] ?? error.message
  window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: reason }))
}
