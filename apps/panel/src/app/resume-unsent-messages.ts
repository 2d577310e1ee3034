import type { QueryClient } from '@tanstack/react-query'
import { mayHaveStoredUnsent, onUnsentStoredInOtherTab } from '../features/conversation/outbox/storage/unsent-mark.ts'
import { importWithRetry } from '../shared/lazy-loading/import-with-retry.ts'
import { useSession } from '../shared/session/session.ts'

/**
 * Sends the unsent messages that this user's other tabs have stored. Loads the code for it only if there may be such messages. Returns a
 * function that stops it.
 */
export function resumeUnsentMessages(client: QueryClient): () => void {
  const leaving = new AbortController()
  const look = async () => {
    if (!mayHaveStoredUnsent() || !useSession.getState().user) return
    const late = await importWithRetry(() => import('../features/conversation/composer/sending/resume-unsent-messages.ts'))
    if (!leaving.signal.aborted) await late.resumeUnsentMessages(client)
  }
  void look()
  onUnsentStoredInOtherTab(() => void look(), leaving.signal)
  const stop = useSession.subscribe(({ user }, before) => {
    if (user && !before.user) void look()
  })
  return () => {
    stop()
    leaving.abort()
  }
}
