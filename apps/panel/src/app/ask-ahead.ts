import { DEFAULT_PAGE_SIZE, LIST_REFRESH_MS } from '@prosa/contract/constants'
import { START_LINES } from '@prosa/contract/start-lines'
import { askAhead, forgetAhead } from '../shared/api/client.ts'
import { PATHS } from '../shared/config/paths.ts'
import { usePreferences } from '../shared/preferences.ts'
import { useSession } from '../shared/session/session.ts'

/**
 * Prefetches the first data of a conversations page together with the session check, instead of after it. The calls are the same as the
 * page's own. Unused responses are dropped at a sign-out and after 30 s.
 */
export function askWhatChatBeginsWith(): void {
  const { selectedAgentId: agentId } = usePreferences.getState()
  if (!useSession.getState().user || !window.location.pathname.startsWith(PATHS.chat)) return
  askAhead(START_LINES.listAgents, { query: { includeSummary: false } })
  if (agentId)
    askAhead(START_LINES.listConversations, { params: { agentId }, query: { archive: false, limit: DEFAULT_PAGE_SIZE } })
  useSession.subscribe(({ user }) => user ?? forgetAhead())
  setTimeout(forgetAhead, LIST_REFRESH_MS)
}
