import { getAccountSecurity } from '@prosa/contract/calls/accounts/second-step'
import type { CallResponse } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { setAccountRequirement, useAccountRequirement } from '../../../shared/session/account-requirement.ts'
import { useSession } from '../../../shared/session/session.ts'

/** Second factor and passkeys of the user's account. */
export type SecuritySettings = CallResponse<typeof getAccountSecurity>['data']

export const securityQuery = queryOptions({
  queryKey: ['settings', 'security'],
  queryFn: async ({ signal }) => (await call(getAccountSecurity, { signal })).data,
  meta: { showsOwnError: true },
})

/** Returns whether the organisation requires the user to set up a second factor before anything else (TRUST-12). */
export const useIsSecondStepRequired = (): boolean => useAccountRequirement(({ code }) => code === 'SECOND_STEP_SETUP_REQUIRED')

/** Returns a function that refetches the account's security data. */
export function useRefetchSecurity() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: securityQuery.queryKey })
}

/**
 * Returns a function for use after a second factor was set up: clears the requirement and refetches everything that was rejected because of
 * it.
 */
export function useSecondStepCompletion() {
  const client = useQueryClient()
  return () => {
    useSession.setState(({ user }) => ({ user: user && { ...user, second_step_from: undefined } }))
    const wasDue = useAccountRequirement.getState().code !== ''
    setAccountRequirement('')
    void client.invalidateQueries(wasDue ? {} : { queryKey: securityQuery.queryKey })
  }
}
