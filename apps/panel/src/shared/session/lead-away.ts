import type { ErrorCode } from '@prosa/contract/errors'
import { type ApiError, leadsAway } from '../api/errors.ts'
import { MESSAGE_OF_CODE } from '../api/messages.pt-br.ts'
import { setDueFirst } from './due-first.ts'
import { OWN_ANSWER, SIGNED_OUT_EVENT } from './refresh.ts'

/** True while the session holds and yet nothing is answered before the password is changed, or a second step set up. */
export const wantsFirst = ({ code }: ApiError): boolean => /^PASSWORD_|_SETUP_/.test(code)

/** Leads to where the person can do what a refused call asks for: sign in, set a new password (section 8), or set up a second step. */
export function leadAway(name: string, error: ApiError): void {
  if (!leadsAway(error) || OWN_ANSWER.has(name)) return
  if (wantsFirst(error)) return setDueFirst(error.code)
  const reason = MESSAGE_OF_CODE[error.code as ErrorCode] ?? error.message
  window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: reason }))
}
