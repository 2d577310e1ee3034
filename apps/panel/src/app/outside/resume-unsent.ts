import type { QueryClient } from '@tanstack/react-query'
import { mayHaveKept, onKeptElsewhere } from '../../features/conversation/files/unsent-mark.ts'
import { lateCode } from '../../shared/late-code.ts'
import { useSession } from '../../shared/session/session.ts'

/** What this person's other tabs did not come to send goes on in this one, whatever its page; where nothing is kept no code comes for it. */
export function resumeUnsent(client: QueryClient): () => void {
  const leaving = new AbortController()
  const look = async () => {
    if (!mayHaveKept() || !useSession.getState().user) return
    const late = await lateCode(() => import('../../features/conversation/sending/resume-unsent.ts'))
    if (!leaving.signal.aborted) await late.resumeUnsent(client)
  }
  void look()
  onKeptElsewhere(() => void look(), leaving.signal)
  const stop = useSession.subscribe(({ user }, before) => {
    if (user && !before.user) void look()
  })
  return () => {
    stop()
    leaving.abort()
  }
}
