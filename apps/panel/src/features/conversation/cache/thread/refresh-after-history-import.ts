import type { QueryClient } from '@tanstack/react-query'
import { conversationKeys } from '../conversation-keys.ts'
import type { CachedThread } from './cached-thread.ts'

/**
 * Refetches lists and conversations after more chat history of a WhatsApp number was imported. An import can add conversations, and older
 * messages even to completely loaded conversations.
 */
export const refreshAfterHistoryImport = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: conversationKeys.refreshes })
  for (const [key, thread] of client.getQueriesData<CachedThread>({ queryKey: conversationKeys.threads })) {
    const oldest = thread?.messages[0]
    if (!thread || thread.olderCursor !== null) continue
    if (oldest?.seq === undefined) void client.invalidateQueries({ queryKey: key })
    else client.setQueryData<CachedThread>(key, { ...thread, olderCursor: String(oldest.seq) })
  }
}
