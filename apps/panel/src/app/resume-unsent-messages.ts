import type { QueryClient } from '@tanstack/react-query'
import { mayHaveStoredUnsent, onUnsentStoredInOtherTab } from '../features/conversation/outbox/storage/unsent-mark.ts'
import { importWithRetry } from '../shared/lazy-loading/import-with-retry.ts'
import { useSession } from '../shared/session/session.ts'

/**
 * Sends the unsent messages that this user's other tabs have stored. Loads the code for it only if there may be such messages. Returns a
 * function that stops it.
 */
export function resumeUnsentMessages(client: QueryClient): () => void {
  const abortController = new AbortController()
  const resumeIfStored = async () => {
    if (!mayHaveStoredUnsent() || !useSession.getState().user) return
    const chunk = await importWithRetry(() => import('../features/conversation/composer/sending/resume-unsent-messages.ts'))
    if (!abortController.signal.aborted) await chunk.resumeUnsentMessages(client)
  }
  void resumeIfStored()
  onUnsentStoredInOtherTab(() => void resumeIfStored(), abortController.signal)
  const unsubscribe = useSession.subscribe(({ user }, previous) => {
    if (user && !previous.user) void resumeIfStored()
  })
  return () => {
    unsubscribe()
    abortController.abort()
  }
}
