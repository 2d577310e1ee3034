import { type LiveEvents, on } from '../../kernel/realtime/broadcasts.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Socket events about costs: only the state of the budget, because amounts are for managers only. */
export const costEvents = {
  budget_updated: [on('budget.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
