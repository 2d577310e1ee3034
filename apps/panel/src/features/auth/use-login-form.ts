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
 * Returns the state of the login form, validated by the contract's rules on each change. Avoids a form library and the schemas of other
 * pages: they would take a fifth of the size budget of this page, which everyone loads first.
 */
export function useLoginForm() {
  const [draft, setDraft] = useState(EMPTY_LOGIN)
  const [touched, setTouched] = useState<Partial<Record<TextField, boolean>>>({})
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const clientErrors = { phone: getSignInPhoneError(draft.phone), password: getSignInPasswordError(draft.password) }

  return {
    draft,
    canSubmit: !clientErrors.phone && !clientErrors.password,
    getError: (field: TextField): string | undefined => serverErrors[field] ?? (touched[field] ? clientErrors[field] : undefined),
    change(field: TextField, value: string) {
      setDraft((previous) => ({ ...previous, [field]: value }))
      setTouched((previous) => ({ ...previous, [field]: true }))
      setServerErrors(({ [field]: _cleared, ...others }) => others)
    },
    setRememberMe: (rememberMe: boolean) => setDraft((previous) => ({ ...previous, rememberMe })),
    /** Shows the server's errors at their fields. Returns the names of these fields, in the order of the form. */
    showServerErrors(error: unknown): TextField[] {
      const fieldErrors = error instanceof ApiError ? error.fieldErrors : {}
      setServerErrors(fieldErrors)
      return (['phone', 'password'] as const).filter((field) => fieldErrors[field])
    },
  }
}
