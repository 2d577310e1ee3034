import { passwordIssue, phoneIssue } from '@prosa/contract/rules/sign-in'
import { useState } from 'react'
import { ApiError } from '../../shared/api/errors.ts'

export interface LoginDraft {
  phone: string
  password: string
  rememberMe: boolean
}
type TextField = 'phone' | 'password'

const EMPTY: LoginDraft = { phone: '', password: '', rememberMe: false }

/**
 * Two fields judged by the contract's rules as they change. The form library of the other pages, and the schemas, are a fifth of what
 * this page may weigh, and it is the first thing that everybody loads.
 */
export function useLoginForm() {
  const [draft, setDraft] = useState(EMPTY)
  const [changed, setChanged] = useState<Partial<Record<TextField, boolean>>>({})
  const [fromServer, setFromServer] = useState<Partial<Record<string, string>>>({})
  const issues = { phone: phoneIssue(draft.phone), password: passwordIssue(draft.password) }

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
    /** Answers which fields it was about, the first of the form first. */
    showServerErrors(error: unknown): TextField[] {
      const told = error instanceof ApiError ? error.fieldErrors : {}
      setFromServer(told)
      return (['phone', 'password'] as const).filter((field) => told[field])
    },
  }
}
