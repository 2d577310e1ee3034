import type { Message } from '@prosa/contract/entities/message'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Thread } from '../cache/history.ts'
import { conversationKeys } from '../cache/keys.ts'

// The cache tells of everything in it; a history that has not changed is not read again.
const counted = new WeakMap<readonly Message[], string>()

const filesIn = (messages: readonly Message[]): string => {
  const known = counted.get(messages)
  if (known !== undefined) return known
  const withFile = messages.filter(({ attachment, revoked_at }) => attachment?.url && !revoked_at)
  const name = `${withFile.length} ${withFile.at(-1)?.message_id}`
  counted.set(messages, name)
  return name
}

/** Changes when a file comes into the open conversation, or goes from it. */
export function useFilesHere(leadId: string, conversationId: string): string {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(subscribe, () =>
    filesIn(client.getQueryData<Thread>(conversationKeys.thread(leadId, conversationId))?.messages ?? NONE),
  )
}

const NONE: readonly Message[] = []
