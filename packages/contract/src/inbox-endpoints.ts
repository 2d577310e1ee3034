/**
 * API endpoints that the conversations page requests first. Separate from their schemas, so that these requests are sent before the schemas
 * are loaded.
 */
export const INBOX_ENDPOINTS = {
  listAgents: { name: 'listAgents', method: 'GET', path: '/agents' },
  listConversations: { name: 'listConversations', method: 'GET', path: '/conversations/agents/:agentId' },
} as const
