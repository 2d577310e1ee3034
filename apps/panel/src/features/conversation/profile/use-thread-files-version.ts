import type { Message } from '@prosa/contract/entities/conversations/message'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { conversationKeys } from '../cache/conversation-keys.ts'
import type { CachedThread } from '../cache/thread/cached-thread.ts'

// Computed results by message list. The query cache reports every change, and most changes do not affect these messages.
const filesVersionCache = new WeakMap<readonly Message[], string>()

const getFilesVersion = (messages: readonly Message[]): string => {
  const known = filesVersionCache.get(messages)
  if (known !== undefined) return known
  const withFile = messages.filter(({ attachment, revoked_at }) => attachment?.url && !revoked_at)
  const name = `${withFile.length} ${withFile.at(-1)?.message_id}`
  filesVersionCache.set(messages, name)
  return name
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
