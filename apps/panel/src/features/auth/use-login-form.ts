import { getSignInPasswordError, getSignInPhoneError } from '@prosa/contract/rules/accounts/sign-in-errors'
import { useState } from 'react'
import { ApiError } from '../../shared/api/errors.ts'

export interface LoginDraft {
  phone: string
  password: string
  rememberMe: boolean
}
type TextField = 'phone' | 'password'

const EMPTY_LOGIN: LoginDraft = { phone: '', password: '', rememberMe: false }

/**
 * Returns the state of the login form, which is validated by the contract's rules on each change. A form library and the schemas of other
 * pages would take a fifth of the size budget of this page, which everyone loads first.
 */
export function useLoginForm() {
  const [draft, setDraft] = useState(EMPTY_LOGIN)
  const [changed, setChanged] = useState<Partial<Record<TextField, boolean>>>({})
  const [fromServer, setFromServer] = useState<Partial<Record<string, string>>>({})
  const issues = { phone: getSignInPhoneError(draft.phone), password: getSignInPasswordError(draft.password) }

  return {
    draft,
    canSubmit: !issues.phone && !issues.password,
    errorOf: (field: TextField): string | undefined => fromServer[field] ?? (changed[field] ? issues[field] : undefined),
    change(field: TextField, value: string) {
      setDraft((before) => ({ ...before, [field]: value }))
      setChanged((before) => ({ ...before, [field]: true }))
      setFromServer(({ [field]: _mended, ...others }) => others)
    },
    remember: (rememberMe: boolean) => setDraft((before) => ({ ...before, rememberMe })),
    /** Shows the server's errors at their fields. Returns the names of these fields, in the order of the form. */
    showServerErrors(error: unknown): TextField[] {
      const told = error instanceof ApiError ? error.fieldErrors : {}
      setFromServer(told)
      return (['phone', 'password'] as const).filter((field) => told[field])
    },
  }
}
