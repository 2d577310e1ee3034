import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of costs: how far it is, and no sum, which is for managers only. */
export const costEvents = {
  budget_updated: [when('budget.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
