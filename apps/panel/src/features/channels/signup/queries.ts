import {
  assignUnclaimedAccount,
  createWhatsappSignup,
  finishWhatsappSignup,
  getWhatsappSignup,
  listUnclaimedAccounts,
} from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { CallBody } from '@prosa/contract/define-call'
import type { WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { channelQueries } from '../queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/** Interval in milliseconds for refetching a running sign-up. Needed because no event reports the first message. */
const SIGNUP_POLL_MS = 3_000

const isInProgress = (signup: WhatsappSignup | undefined): boolean =>
  signup !== undefined && signup.next === null && signup.steps.some(({ state }) => state === 'waiting')

/** Queries for sign-ups of WhatsApp numbers. Their cache keys begin with that of the numbers, so that they are refetched together. */
export const signupQueries = {
  one: (id: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: [...channelQueries.whatsapp().queryKey, 'signups', id],
      queryFn: async ({ signal }) => (await call(getWhatsappSignup, { params: { id }, signal })).data,
      staleTime: 0,
      refetchInterval: ({ state }) => (isInProgress(state.data) ? SIGNUP_POLL_MS : false),
    }),

  unclaimed: () =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: [...channelQueries.whatsapp().queryKey, 'unclaimed'],
      queryFn: async ({ signal }) => (await call(listUnclaimedAccounts, { signal })).data,
    }),
}

const useRefetchNumbers = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: channelQueries.whatsapp().queryKey })
}

export function useStartSignup() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (body: CallBody<typeof createWhatsappSignup>) => (await call(createWhatsappSignup, { body })).data,
  })
}

/** Returns a mutation that continues a sign-up with the result of Meta's page, with a PIN, or without input. */
export function useContinueSignup() {
  const client = useQueryClient()
  const refresh = useRefetchNumbers()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ id, ...body }: { id: string } & CallBody<typeof finishWhatsappSignup>) =>
      (await call(finishWhatsappSignup, { params: { id }, body })).data,
    onSuccess: (signup) => client.setQueryData(signupQueries.one(signup.id).queryKey, signup),
    onSettled: refresh,
  })
}

export function useAssignAccount() {
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ wabaId, ...body }: { wabaId: string } & CallBody<typeof assignUnclaimedAccount>) =>
      (await call(assignUnclaimedAccount, { params: { wabaId }, body })).data,
    onSettled: useRefetchNumbers(),
  })
}
