import { cancelInvitation, generateInvitationToken, inviteUser, listInvitations } from '@prosa/contract/calls/organisation/users'
import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../shared/api/api-client.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { PATHS } from '../../shared/config/paths.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

export const invitationQueries = {
  list: () =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: ['invitations', 'list'],
      queryFn: async ({ signal }) => (await call(listInvitations, { signal })).data,
    }),
}

/** Invitation that was sent. */
export interface SentInvitation {
  email: string
  role: string
  domain: string
  /** Invitation link; missing if it was sent by e-mail. */
  link?: string | undefined
}

export type InviteBody = z.output<typeof inviteUser.body>

/** Sends an invitation. If the server's response contains no data, the result is built from the request. */
export async function sendInvitation(body: InviteBody, signal?: AbortSignal): Promise<SentInvitation> {
  const { data } = await call(inviteUser, { body, signal })
  const invitation = data?.invitation
  return {
    email: invitation?.user.email ?? body.email,
    role: invitation?.user.role ?? body.role,
    domain: invitation?.tenant.domain ?? body.tenantDomain,
    link: data?.link,
  }
}

/**
 * Sends an invitation again with a new link, and returns the link, or null if it was sent by e-mail. If the server returns only a token,
 * the link is built from the token. It is unspecified which id the request must contain (gap G13).
 */
export async function resendInvitationLink({ id, user }: Invitation): Promise<{ email: string; link: string | null }> {
  const { data } = await call(generateInvitationToken, { body: { userId: user.id ?? id } })
  const link = data.link ?? `${location.origin}${PATHS.onboarding}?token=${encodeURIComponent(data.token)}`
  return { email: user.email, link: data.emailSent ? null : link }
}

function useRefetchInvitations() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: invitationQueries.list().queryKey })
}

export function useSendInvitation() {
  const refresh = useRefetchInvitations()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: (body: InviteBody) => sendInvitation(body),
    onSuccess: () => void refresh(),
  })
}

export function useResendInvitation() {
  const refresh = useRefetchInvitations()
  return useSingleMutation({ ...OWN_ERROR_OPTIONS, mutationFn: resendInvitationLink, onSettled: () => void refresh() })
}

export function useCancelInvitation() {
  const refresh = useRefetchInvitations()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ id }: Invitation) => call(cancelInvitation, { params: { id } }),
    onSettled: () => void refresh(),
  })
}
