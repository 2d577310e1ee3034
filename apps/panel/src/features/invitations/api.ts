import { cancelInvitation, generateInvitationToken, inviteUser, listInvitations } from '@prosa/contract/calls/users'
import type { Invitation } from '@prosa/contract/entities/invitation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '../../shared/api/client.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { PATHS } from '../../shared/config/paths.ts'

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

export const invitationQueries = {
  list: () =>
    queryOptions({
      ...OWN_ERROR,
      queryKey: ['invitations', 'list'],
      queryFn: async ({ signal }) => (await call(listInvitations, { signal })).data,
    }),
}

/** An invitation that went out: its link too when no mail took it there. */
export interface Sent {
  email: string
  role: string
  domain: string
  link?: string | undefined
}

export type InviteBody = z.output<typeof inviteUser.body>

/** Invites a person; a provider that answers nothing else than success is told in the words of what was sent. */
export async function invite(body: InviteBody, signal?: AbortSignal): Promise<Sent> {
  const { data } = await call(inviteUser, { body, signal })
  const made = data?.invitation
  return {
    email: made?.user.email ?? body.email,
    role: made?.user.role ?? body.role,
    domain: made?.tenant.domain ?? body.tenantDomain,
    link: data?.link,
  }
}

/** Sends an invitation again under a new link, which a provider may leave to us to write (gap G13 names whom). */
export async function resend({ id, user }: Invitation): Promise<{ email: string; link: string | null }> {
  const { data } = await call(generateInvitationToken, { body: { userId: user.id ?? id } })
  const link = data.link ?? `${location.origin}${PATHS.onboarding}?token=${encodeURIComponent(data.token)}`
  return { email: user.email, link: data.emailSent ? null : link }
}

function useRefreshList() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: invitationQueries.list().queryKey })
}

export function useInvite() {
  const refresh = useRefreshList()
  return useSingleMutation({ ...OWN_ERROR, mutationFn: (body: InviteBody) => invite(body), onSuccess: () => void refresh() })
}

export function useResend() {
  const refresh = useRefreshList()
  return useSingleMutation({ ...OWN_ERROR, mutationFn: resend, onSettled: () => void refresh() })
}

export function useCancel() {
  const refresh = useRefreshList()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: ({ id }: Invitation) => call(cancelInvitation, { params: { id } }),
    onSettled: () => void refresh(),
  })
}
