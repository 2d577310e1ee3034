import type { ErrorCode } from '@prosa/contract/errors'
import { type ApiError, leadsAway } from '../api/errors.ts'
import { MESSAGE_OF_CODE } from '../api/messages.pt-br.ts'
import { setPasswordDue } from './password-due.ts'
import { OWN_ANSWER, SIGNED_OUT_EVENT } from './refresh.ts'

const NEW_PASSWORD: ReadonlySet<string> = new Set<ErrorCode>(['PASSWORD_EXPIRED', 'PASSWORD_CHANGE_REQUIRED'])

/** True while the session holds and yet nothing is answered before the password is changed. */
export const wantsNewPassword = ({ code }: ApiError): boolean => NEW_PASSWORD.has(code)

/** Leads to where the person can do what a refused call asks for: sign in, or set a new password (section 8). */
export function leadAway(name: string, error: ApiError): void {
  if (!leadsAway(error) || OWN_ANSWER.has(name)) return
  if (wantsNewPassword(error)) return setPasswordDue(true)
  const reason = MESSAGE_OF_CODE[error.code as ErrorCode] ?? error.message
  window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: reason }))
}
