/** Where the calls are made that the page of conversations begins with. Apart from their schemas, as those of the session. */
export const START_LINES = {
  listAgents: { name: 'listAgents', method: 'GET', path: '/agents' },
  listConversations: { name: 'listConversations', method: 'GET', path: '/conversations/agents/:agentId' },
} as const
