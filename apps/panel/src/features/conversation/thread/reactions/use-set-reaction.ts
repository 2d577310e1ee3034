import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import type { ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../../shared/api/errors.ts'
import { dismissNotificationAbout, notifyError } from '../../../../shared/notifications/notifications.ts'
import { conversationKeys } from '../../cache/conversation-keys.ts'
import { type CachedThread, dropMessagesOlderThanLoaded, mergeMessages } from '../../cache/thread/cached-thread.ts'
import type { ConversationRef } from '../../cache/thread/load-thread.ts'
import { messageContextKeys } from '../jumps/message-context-keys.ts'

/** Emojis that can be chosen directly. Any other emoji can be typed. */
export const QUICK_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

const replaceMessage = (history: readonly Message[], message: Message): Message[] =>
  history.map((cached) => (cached.message_id === message.message_id ? { ...cached, ...message } : cached))

/**
 * Updates a message in all caches. Does not add a message of the message context overlay to the conversation, whose loaded messages must
 * have no gaps.
 */
function updateCachedMessage(client: QueryClient, { leadId, conversationId }: ConversationRef, message: Message): void {
  client.setQueryData<CachedThread>(
    conversationKeys.thread(leadId, conversationId),
    (cached) => cached && { ...cached, messages: mergeMessages(cached.messages, dropMessagesOlderThanLoaded(cached, [message])) },
  )
  client.setQueriesData<InfiniteData<ConversationWithHistory>>(
    { queryKey: messageContextKeys.conversation(conversationId) },
    (cached) =>
      cached && { ...cached, pages: cached.pages.map((page) => ({ ...page, history: replaceMessage(page.history, message) })) },
  )
}

const getReactionSubject = (messageId: string) => ['reaction', messageId]

/**
 * Returns a function that sets the team's reaction to a message and shows it at once. Setting the same emoji again removes the reaction.
 */
export function useSetReaction(conversationRef: ConversationRef) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: ({ message, emoji }: { message: Message; emoji: string | null }) =>
      call(setReaction, { params: { ...conversationRef, messageId: message.message_id }, body: { emoji } }),
    onMutate: ({ message, emoji }) => updateCachedMessage(client, conversationRef, { ...message, our_reaction: { emoji } }),
    onSuccess: ({ data }, { message }) => {
      dismissNotificationAbout(getReactionSubject(message.message_id))
      updateCachedMessage(client, conversationRef, data.message)
    },
    onError: (error, { message }) => {
      updateCachedMessage(client, conversationRef, { ...message, our_reaction: message.our_reaction ?? null })
      notifyError(error, {
        message: getServerMessage(error, 'Não foi possível reagir.'),
        subject: getReactionSubject(message.message_id),
      })
    },
  })
  return (message: Message, emoji: string) => mutate({ message, emoji: message.our_reaction?.emoji === emoji ? null : emoji })
}
