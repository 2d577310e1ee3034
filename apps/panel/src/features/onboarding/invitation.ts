import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/onboarding'
import type { AnswerOf, BodyOf } from '@prosa/contract/define-call'
import { useEffect, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { keepSignedInHeader } from '../../shared/session/keep-signed-in.ts'
import { openOnboardedSession } from '../../shared/session/onboarded.ts'
import { NO_TOKEN_TO_COMPLETE } from './link-reason.ts'

type Reading =
  | { state: 'validating' }
  | { state: 'valid'; invitation: AnswerOf<typeof validateInvitation>['data'] }
  | { state: 'refused'; error: unknown }

/**
 * Fetches the invitation of a link once, because after the account is created the same link would be an error. Does not use the query
 * cache, so that its code stays in the chunk of the pages behind the sign-in.
 */
export function useInvitation(token: string) {
  const [reading, setReading] = useState<Reading>({ state: 'validating' })
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    const controller = new AbortController()
    const settle = (outcome: Reading) => {
      if (!controller.signal.aborted) setReading(outcome)
    }
    call(validateInvitation, { params: { token }, signal: controller.signal }).then(
      ({ data }) => settle({ state: 'valid', invitation: data }),
      (error: unknown) => settle({ state: 'refused', error }),
    )
    return () => controller.abort()
  }, [token, attempt])

  const again = () => {
    setReading({ state: 'validating' })
    setAttempt(attempt + 1)
  }
  return { reading, again }
}

/** Creates the account and opens its session. */
export async function completeInvitation(token: string, body: BodyOf<typeof completeOnboarding>): Promise<void> {
  if (!token) throw new Error(NO_TOKEN_TO_COMPLETE)
  const { data } = await call(completeOnboarding, { params: { token }, body, headers: keepSignedInHeader(false) })
  await openOnboardedSession(data)
}
