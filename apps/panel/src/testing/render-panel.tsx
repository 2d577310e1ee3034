import { logout, sessions } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { listConversations, unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import { calendarAuthStatus } from '@prosa/contract/calls/organisation/calendar'
import { getRetention } from '@prosa/contract/calls/organisation/privacy'
import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { App } from '../app/app.tsx'
import { queryClient } from '../shared/api/query-client.ts'
import { anAgent } from './factories.ts'
import { createErrorResponse, createFakeProvider } from './fake-provider.ts'

/** Creates a fake server with handlers for all requests that signed-in pages send when they open. */
export function createPanelProvider() {
  return createFakeProvider()
    .on(listAgents, () => ({
      success: true,
      data: { agents: [anAgent(), anAgent({ _id: 'agent-2', name: 'Bento', type: 'CLOSER' })] },
    }))
    .on(listConversations, () => ({ success: true, data: { conversations: [] } }))
    .on(unreadCounts, () => ({ success: true, data: { unreadCounts: [] } }))
    .on(calendarAuthStatus, () => ({ isAuthorized: false }))
    .on(listWhatsappNumbers, () => createErrorResponse(404, 'RESOURCE_NOT_FOUND'))
    .on(getRetention, () => createErrorResponse(404, 'RESOURCE_NOT_FOUND'))
    .on(sessions, () => ({ success: true, data: { sessions: [] } }))
    .on(logout, () => ({ success: true }))
}

/**
 * Renders the whole panel at a URL path. `entries`: browser history; its last entry is shown. The returned `getCurrentPath` returns the
 * current path.
 */
export function renderPanel(...entries: string[]) {
  queryClient.clear()
  const history = createMemoryHistory({ initialEntries: entries })
  return { ...render(<App history={history} />), history, getCurrentPath: () => history.location.href }
}
