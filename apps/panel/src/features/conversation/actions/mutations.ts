import { markRead } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { dismissNotificationAbout, type NotificationSubject, notifyError } from '../../../shared/notifications/notifications.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import { updateCachedConversation } from '../cache/update-cached-conversation.ts'
import { getMarkReadSubject, reloadUnreadCount } from '../realtime/event-handlers.ts'

/**
 * Mutations of a conversation other than sending messages. Except for marking as read, the cache changes only after the server has
 * confirmed.
 */

export type MutationTarget = Pick<Conversation, '_id' | 'lead_id'>

/** Creates the options of a mutation whose caller shows the error. A success dismisses the error notification that has this `subject`. */
export const createOwnErrorOptions = (subject: NotificationSubject) =>
  ({ networkMode: 'always', meta: { showsOwnError: true, subject } }) as const

export const updateCachedLead = (client: QueryClient, leadId: string, change: Partial<Lead>) => {
  client.setQueryData<Lead>(conversationKeys.lead(leadId), (cached) => cached && { ...cached, ...change })
}

export const usePauseMutation = (leadId: string) => {
  const client = useQueryClient()
  const subject = ['pause', leadId]
  return useMutation({
    ...createOwnErrorOptions(subject),
    mutationFn: async ({ lead_id, pause }: MutationTarget & { pause: boolean }) =>
      (await call(pauseLead, { params: { id: lead_id }, body: { pause } })).data,
    onSuccess: ({ pause }, { _id, lead_id }) => {
      updateCachedLead(client, lead_id, { pause })
      updateCachedConversation(client, { leadId: lead_id, conversationId: _id }, (cached) => ({ ...cached, pause }))
    },
    onError: (error) => notifyError(error, { message: getServerMessage(error, 'Failed to update pause status'), subject }),
  })
}

/**
 * Marks a conversation as read. Sets the unread count to zero before the server responds (gap G03); if the request fails, fetches the
 * actual count.
 */
export const useMarkReadMutation = () => {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: ({ _id, lead_id, last_seq }: MutationTarget & Pick<Conversation, 'last_seq'>) =>
      call(markRead, {
        params: { conversationId: _id },
        body: { leadId: lead_id, ...(typeof last_seq === 'number' ? { uptoSeq: last_seq } : {}) },
      }),
    onMutate: ({ _id }) => {
      updateCachedConversation(client, { conversationId: _id }, (cached) => ({ ...cached, unreadCount: 0 }))
    },
    onSuccess: (_response, { _id }) => dismissNotificationAbout(getMarkReadSubject(_id)),
    onError: (error, { _id }) => {
      notifyError(error, {
        message: getServerMessage(error, 'Failed to mark conversation as read'),
        subject: getMarkReadSubject(_id),
      })
      reloadUnreadCount(client, _id).catch(() => client.invalidateQueries({ queryKey: conversationKeys.refreshes }))
    },
  })
}
