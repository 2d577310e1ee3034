import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of agents: that there is something to ask for, and nothing of what it says. */
export const agentEvents = {
  agent_updated: [when('agent.changed', ({ tenantId, ...changed }) => ({ room: rooms.tenant(tenantId), payload: changed }))],
} satisfies Partial<LiveEvents>
