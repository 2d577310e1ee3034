import { security } from '@prosa/contract/calls/second-step'
import type { AnswerOf } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { setDueFirst, useDueFirst } from '../../shared/session/due-first.ts'
import { useSession } from '../../shared/session/session.ts'

/** What one's own account has of second step and passkeys. */
export type Security = AnswerOf<typeof security>['data']

export const securityQuery = queryOptions({
  queryKey: ['settings', 'security'],
  queryFn: async ({ signal }) => (await call(security, { signal })).data,
  meta: { showsOwnError: true },
})

/** True while the organisation lets this person do nothing before there is a second step (TRUST-12). */
export const useSecondStepDue = (): boolean => useDueFirst(({ code }) => code === 'SECOND_STEP_SETUP_REQUIRED')

/** Looks again at what the account has. */
export function useLookAgain() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: securityQuery.queryKey })
}

/** There is a second step now: what was asked of this person is done, and whatever was refused meanwhile is asked for again. */
export function useSecondStepIsThere() {
  const client = useQueryClient()
  return () => {
    useSession.setState(({ user }) => ({ user: user && { ...user, second_step_from: undefined } }))
    const wasDue = useDueFirst.getState().code !== ''
    setDueFirst('')
    void client.invalidateQueries(wasDue ? {} : { queryKey: securityQuery.queryKey })
  }
}
