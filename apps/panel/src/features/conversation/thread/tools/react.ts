import { setReaction } from '@prosa/contract/calls/reactions'
import type { ConversationWithHistory } from '@prosa/contract/entities/conversation'
import type { Message } from '@prosa/contract/entities/message'
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/client.ts'
import { serverMessageOr } from '../../../../shared/api/errors.ts'
import { notifyError, takeBack } from '../../../../shared/notifications.ts'
import { mergeMessages, type Thread, withinReach } from '../../cache/history.ts'
import { conversationKeys } from '../../cache/keys.ts'
import type { Place } from '../../cache/load-thread.ts'
import { aroundKeys } from './around.ts'

/** Quick reactions; any other emoji can be typed. */
export const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

const changed = (history: readonly Message[], message: Message): Message[] =>
  history.map((held) => (held.message_id === message.message_id ? { ...held, ...message } : held))

/** Updates a message wherever it is cached. A message of the context overlay is not added to the thread, which would get a gap. */
function show(client: QueryClient, { leadId, conversationId }: Place, message: Message): void {
  client.setQueryData<Thread>(
    conversationKeys.thread(leadId, conversationId),
    (held) => held && { ...held, messages: mergeMessages(held.messages, withinReach(held, [message])) },
  )
  client.setQueriesData<InfiniteData<ConversationWithHistory>>(
    { queryKey: aroundKeys.conversation(conversationId) },
    (held) => held && { ...held, pages: held.pages.map((page) => ({ ...page, history: changed(page.history, message) })) },
  )
}

const reactionTo = (messageId: string) => ['reaction', messageId]

/** Sets a reaction of the team, shown at once. The same emoji again removes it. */
export function useReact(place: Place) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: ({ message, emoji }: { message: Message; emoji: string | null }) =>
      call(setReaction, { params: { ...place, messageId: message.message_id }, body: { emoji } }),
    onMutate: ({ message, emoji }) => show(client, place, { ...message, our_reaction: { emoji } }),
    onSuccess: ({ data }, { message }) => {
      takeBack(reactionTo(message.message_id))
      show(client, place, data.message)
    },
    onError: (error, { message }) => {
      show(client, place, { ...message, our_reaction: message.our_reaction ?? null })
      notifyError(error, {
        message: serverMessageOr(error, 'Não foi possível reagir.'),
        about: reactionTo(message.message_id),
      })
    },
  })
  return (message: Message, emoji: string) => mutate({ message, emoji: message.our_reaction?.emoji === emoji ? null : emoji })
}
