import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about costs. They contain no amounts, because only managers may see amounts. */
export const costEvents = {
  budget_updated: [on('budget.moved', ({ tenantId, ...change }) => ({ room: rooms.tenant(tenantId), payload: change }))],
} satisfies Partial<SocketEventSources>
