import { getAccountSecurity } from '@prosa/contract/calls/accounts/second-step'
import type { CallResponse } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { setAccountRequirement, useAccountRequirement } from '../../../shared/session/account-requirement.ts'
import { useSession } from '../../../shared/session/session.ts'

/** Security settings of the user's account: second factors and passkeys. */
export type SecuritySettings = CallResponse<typeof getAccountSecurity>['data']

export const securityQuery = queryOptions({
  queryKey: ['settings', 'security'],
  queryFn: async ({ signal }) => (await call(getAccountSecurity, { signal })).data,
  meta: { showsOwnError: true },
})

/** Returns whether the user must set up a second factor before they can do anything else (TRUST-12). */
export const useIsSecondStepRequired = (): boolean => useAccountRequirement(({ code }) => code === 'SECOND_STEP_SETUP_REQUIRED')

/** Returns a function that refetches the security settings of the account. */
export function useRefetchSecurity() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: securityQuery.queryKey })
}

/**
 * Returns a function to call after a second factor was set up. It clears the requirement and refetches everything that was rejected because
 * of the requirement.
 */
export function useSecondStepCompletion() {
  const client = useQueryClient()
  return () => {
    useSession.setState(({ user }) => ({ user: user && { ...user, second_step_from: undefined } }))
    const wasRequired = useAccountRequirement.getState().code !== ''
    setAccountRequirement('')
    void client.invalidateQueries(wasRequired ? {} : { queryKey: securityQuery.queryKey })
  }
}
