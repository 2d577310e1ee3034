import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/onboarding'
import type { BodyOf } from '@prosa/contract/define-call'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { openOnboardedSession } from '../../shared/session/onboarded.ts'
import { NO_TOKEN_TO_COMPLETE } from './link-reason.ts'

/** Asked once and kept: an account made meanwhile must not turn its own form into an error. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['onboarding', token],
    queryFn: async ({ signal }) => (await call(validateInvitation, { params: { token }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    networkMode: 'always',
    meta: { showsOwnError: true },
  })

/** Makes the account and opens its session. */
export async function completeInvitation(token: string, body: BodyOf<typeof completeOnboarding>): Promise<void> {
  if (!token) throw new Error(NO_TOKEN_TO_COMPLETE)
  const { data } = await call(completeOnboarding, { params: { token }, body })
  await openOnboardedSession(data)
}
