/** Method and path of the first calls of the conversations page. In its own file without schemas, like those of the session. */
export const INBOX_ENDPOINTS = {
  listAgents: { name: 'listAgents', method: 'GET', path: '/agents' },
  listConversations: { name: 'listConversations', method: 'GET', path: '/conversations/agents/:agentId' },
} as const
