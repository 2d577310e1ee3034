import { markRead } from '@prosa/contract/calls/conversations'
import { pauseLead } from '@prosa/contract/calls/leads'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { notifyError, type Subject, takeBack } from '../../../shared/notifications.ts'
import { conversationKeys } from '../cache/keys.ts'
import { changeConversation } from '../cache/list-writer.ts'
import { readMark, reloadUnread } from '../live/on-event.ts'

/** Changes of a conversation other than sending. Nothing changes in the cache before the server has confirmed it. */

export type Target = Pick<Conversation, '_id' | 'lead_id'>

/** Options of a mutation that shows its own errors; they are removed when it succeeds. */
export const ownErrorAbout = (about: Subject) => ({ networkMode: 'always', meta: { showsOwnError: true, about } }) as const

export const changeLead = (client: QueryClient, leadId: string, change: Partial<Lead>) => {
  client.setQueryData<Lead>(conversationKeys.lead(leadId), (held) => held && { ...held, ...change })
}

export const usePause = (leadId: string) => {
  const client = useQueryClient()
  const about = ['pause', leadId]
  return useMutation({
    ...ownErrorAbout(about),
    mutationFn: async ({ lead_id, pause }: Target & { pause: boolean }) =>
      (await call(pauseLead, { params: { id: lead_id }, body: { pause } })).data,
    onSuccess: ({ pause }, { _id, lead_id }) => {
      changeLead(client, lead_id, { pause })
      changeConversation(client, { leadId: lead_id, conversationId: _id }, (held) => ({ ...held, pause }))
    },
    onError: (error) => notifyError(error, { message: serverMessageOr(error, 'Failed to update pause status'), about }),
  })
}

/** Marks as read. The count becomes zero with the call (gap G03); a failure fetches the real count. */
export const useMarkRead = () => {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: ({ _id, lead_id, last_seq }: Target & Pick<Conversation, 'last_seq'>) =>
      call(markRead, {
        params: { conversationId: _id },
        body: { leadId: lead_id, ...(typeof last_seq === 'number' ? { uptoSeq: last_seq } : {}) },
      }),
    onMutate: ({ _id }) => {
      changeConversation(client, { conversationId: _id }, (held) => ({ ...held, unreadCount: 0 }))
    },
    onSuccess: (_answer, { _id }) => takeBack(readMark(_id)),
    onError: (error, { _id }) => {
      notifyError(error, { message: serverMessageOr(error, 'Failed to mark conversation as read'), about: readMark(_id) })
      reloadUnread(client, _id).catch(() => client.invalidateQueries({ queryKey: conversationKeys.refreshes }))
    },
  })
}
