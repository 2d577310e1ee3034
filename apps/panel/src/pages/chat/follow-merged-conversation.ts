import type { ServerEvent } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { conversationQueries } from '../../features/conversation/cache/conversation-queries.ts'
import { mergedInto, useOutbox } from '../../features/conversation/outbox/outbox-store.ts'
import { notify } from '../../shared/notifications/notifications.ts'

/** Moves the draft and unsent messages of a conversation to the conversation into which it was merged. */
const moveDraftAndUnsent = ({ conversationId: mergedId, into }: ServerEvent<'conversation_joined'>): void => {
  mergedInto.set(mergedId, into)
  const { entries, draft } = useOutbox.getState()
  useOutbox.setState({
    entries: entries.map((entry) => (entry.conversationId === mergedId ? { ...entry, ...into } : entry)),
    draft: draft?.conversationId === mergedId ? { ...draft, conversationId: into.conversationId } : draft,
  })
}

interface ConversationPageContext {
  client: QueryClient
  navigate: UseNavigateResult<string>
  composer: RefObject<{ focus: () => void } | null>
  /** Signal that is aborted when the user leaves the conversation. */
  signal: AbortSignal
}

/** Loads the conversation into which the open one was merged, and then navigates to it, so that the user can keep typing. */
export async function followMergedConversation(
  joined: ServerEvent<'conversation_joined'>,
  context: ConversationPageContext,
): Promise<void> {
  const { leadId, conversationId } = joined.into
  await Promise.all([
    context.client.prefetchQuery(conversationQueries.thread(leadId, conversationId)),
    context.client.prefetchQuery(conversationQueries.lead(leadId)),
  ])
  const focusedBefore = document.activeElement
  moveDraftAndUnsent(joined)
  if (context.signal.aborted) return
  notify.info({ title: 'Conversas unidas', message: 'Era o mesmo contato: a conversa continua aqui.' })
  await context.navigate({ to: '/chat/$leadId/$conversationId', params: joined.into, replace: true })
  if (!focusedBefore?.matches('.composer-box') || document.activeElement !== document.body) return
  context.composer.current?.focus()
  const { selectionStart, selectionEnd } = focusedBefore as HTMLTextAreaElement
  if (document.activeElement instanceof HTMLTextAreaElement)
    document.activeElement.setSelectionRange(selectionStart, selectionEnd)
}
