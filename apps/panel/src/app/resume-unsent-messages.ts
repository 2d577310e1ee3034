import type { QueryClient } from '@tanstack/react-query'
import { mayHaveStoredUnsent, onUnsentStoredInOtherTab } from '../features/conversation/outbox/storage/unsent-mark.ts'
import { importWithRetry } from '../shared/lazy-loading/import-with-retry.ts'
import { useSession } from '../shared/session/session.ts'

/**
 * Sends unsent messages that other tabs of this user have stored. Loads the sending code only if such messages may exist. Returns a cleanup
 * function.
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
