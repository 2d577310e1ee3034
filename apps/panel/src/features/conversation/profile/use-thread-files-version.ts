import type { Message } from '@prosa/contract/entities/conversations/message'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { conversationKeys } from '../cache/conversation-keys.ts'
import type { CachedThread } from '../cache/thread/cached-thread.ts'

// Computed results by message list. The query cache reports every change, and most changes do not affect these messages.
const filesVersionCache = new WeakMap<readonly Message[], string>()

const getFilesVersion = (messages: readonly Message[]): string => {
  const cachedVersion = filesVersionCache.get(messages)
  if (cachedVersion !== undefined) return cachedVersion
  const fileMessages = messages.filter(({ attachment, revoked_at }) => attachment?.url && !revoked_at)
  const version = `${fileMessages.length} ${fileMessages.at(-1)?.message_id}`
  filesVersionCache.set(messages, version)
  return version
}

/** Returns a text that changes when a file is added to or removed from the open conversation. */
export function useThreadFilesVersion(leadId: string, conversationId: string): string {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(subscribe, () =>
    getFilesVersion(client.getQueryData<CachedThread>(conversationKeys.thread(leadId, conversationId))?.messages ?? NO_MESSAGES),
  )
}

const NO_MESSAGES: readonly Message[] = []
