import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/accounts/onboarding'
import type { CallBody, CallResponse } from '@prosa/contract/define-call'
import { useEffect, useState } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { getKeepSignedInHeader } from '../../shared/session/keep-signed-in-header.ts'
import { signInAfterOnboarding } from '../../shared/session/sign-in-after-onboarding.ts'
import { MISSING_TOKEN_MESSAGE } from './link-error.ts'

type InvitationState =
  | { state: 'validating' }
  | { state: 'valid'; invitation: CallResponse<typeof validateInvitation>['data'] }
  | { state: 'refused'; error: unknown }

/**
 * Fetches the invitation of a link once, because the same request fails after the account is created. Does not use the query cache, so that
 * the cache's code stays in the chunk of the signed-in pages.
 */
export function useInvitation(token: string) {
  const [invitationState, setInvitationState] = useState<InvitationState>({ state: 'validating' })
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    const controller = new AbortController()
    const setIfActive = (outcome: InvitationState) => {
      if (!controller.signal.aborted) setInvitationState(outcome)
    }
    call(validateInvitation, { params: { token }, signal: controller.signal }).then(
      ({ data }) => setIfActive({ state: 'valid', invitation: data }),
      (error: unknown) => setIfActive({ state: 'refused', error }),
    )
    return () => controller.abort()
  }, [token, attempt])

  const retry = () => {
    setInvitationState({ state: 'validating' })
    setAttempt(attempt + 1)
  }
  return { invitationState, retry }
}

/**
 * Creates the account of an invited user and signs the user in.
 * @throws an error if the token is empty; ApiError if the request fails
 */
export async function createInvitedAccount(token: string, body: CallBody<typeof completeOnboarding>): Promise<void> {
  if (!token) throw new Error(MISSING_TOKEN_MESSAGE)
  const { data } = await call(completeOnboarding, { params: { token }, body, headers: getKeepSignedInHeader(false) })
  await signInAfterOnboarding(data)
}
