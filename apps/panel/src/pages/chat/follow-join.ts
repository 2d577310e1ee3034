import type { ServerEvent } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { goesOnAs, useOutbox } from '../../features/conversation/cache/outbox-store.ts'
import { conversationQueries } from '../../features/conversation/cache/queries.ts'
import { notify } from '../../shared/notifications.ts'

/** What is being written in the one conversation belongs to the other from now on. */
const moveWritings = ({ conversationId: from, into }: ServerEvent<'conversation_joined'>): void => {
  goesOnAs.set(from, into)
  const { entries, draft } = useOutbox.getState()
  useOutbox.setState({
    entries: entries.map((entry) => (entry.conversationId === from ? { ...entry, ...into } : entry)),
    draft: draft?.conversationId === from ? { ...draft, conversationId: into.conversationId } : draft,
  })
}

interface Page {
  client: QueryClient
  navigate: UseNavigateResult<string>
  composer: RefObject<{ focus: () => void } | null>
  /** Aborted when the conversation is left. */
  signal: AbortSignal
}

/** Leads who has a conversation open to the one that it goes on as, which is fetched first: they write on without a pause. */
export async function followJoin(joined: ServerEvent<'conversation_joined'>, page: Page): Promise<void> {
  const { leadId, conversationId } = joined.into
  await Promise.all([
    page.client.prefetchQuery(conversationQueries.thread(leadId, conversationId)),
    page.client.prefetchQuery(conversationQueries.lead(leadId)),
  ])
  const before = document.activeElement
  moveWritings(joined)
  if (page.signal.aborted) return
  notify.info({ title: 'Conversas unidas', message: 'Era o mesmo contato: a conversa continua aqui.' })
  await page.navigate({ to: '/chat/$leadId/$conversationId', params: joined.into, replace: true })
  if (!before?.matches('.composer-box') || document.activeElement !== document.body) return
  page.composer.current?.focus()
  const { selectionStart, selectionEnd } = before as HTMLTextAreaElement
  if (document.activeElement instanceof HTMLTextAreaElement)
    document.activeElement.setSelectionRange(selectionStart, selectionEnd)
}
