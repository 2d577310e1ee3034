import { DEFAULT_PAGE_SIZE, LIST_REFRESH_MS } from '@prosa/contract/constants'
import { INBOX_ENDPOINTS } from '@prosa/contract/inbox-endpoints'
import { clearPrefetchedCalls, prefetchCall } from '../shared/api/api-client.ts'
import { PATHS } from '../shared/config/paths.ts'
import { usePreferences } from '../shared/preferences/preferences.ts'
import { useSession } from '../shared/session/session.ts'

/**
 * Requests the first data of a conversations page while the session is being verified; the page reuses the responses. Unused responses are
 * discarded after 30 s or at a sign-out.
 */
export function prefetchChatData(): void {
  const { selectedAgentId: agentId } = usePreferences.getState()
  if (!useSession.getState().user || !window.location.pathname.startsWith(PATHS.chat)) return
  prefetchCall(INBOX_ENDPOINTS.listAgents, { query: { includeSummary: false } })
  if (agentId)
    prefetchCall(INBOX_ENDPOINTS.listConversations, { params: { agentId }, query: { archive: false, limit: DEFAULT_PAGE_SIZE } })
  useSession.subscribe(({ user }) => user ?? clearPrefetchedCalls())
  setTimeout(clearPrefetchedCalls, LIST_REFRESH_MS)
}
