import { signIn as schema } from '@prosa/contract/calls/auth'
import { useState } from 'react'
import { ApiError } from '../../shared/api/errors.ts'

export interface LoginDraft {
  phone: string
  password: string
  rememberMe: boolean
}
type TextField = 'phone' | 'password'

const EMPTY: LoginDraft = { phone: '', password: '', rememberMe: false }

const firstIssues = (draft: LoginDraft): Partial<Record<string, string>> => {
  const parsed = schema.safeParse(draft)
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const)
  return Object.fromEntries(issues.toReversed())
}

/**
 * Two fields judged by the contract's schema as they change. The form library of the other pages is a tenth of what this page
 * may weigh, and the first thing that everybody loads.
 */
export function useLoginForm() {
  const [draft, setDraft] = useState(EMPTY)
  const [changed, setChanged] = useState<Partial<Record<TextField, boolean>>>({})
  const [fromServer, setFromServer] = useState<Partial<Record<string, string>>>({})
  const issues = firstIssues(draft)
  const isDirty = draft.phone !== EMPTY.phone || draft.password !== EMPTY.password || draft.rememberMe !== EMPTY.rememberMe

  return {
    draft,
    canSubmit: isDirty && Object.keys(issues).length === 0,
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
