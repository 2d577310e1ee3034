import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about agents. They contain the id of the changed agent, but no settings. */
export const agentEvents = {
  agent_updated: [on('agent.changed', ({ tenantId, ...change }) => ({ room: rooms.tenant(tenantId), payload: change }))],
} satisfies Partial<SocketEventSources>
