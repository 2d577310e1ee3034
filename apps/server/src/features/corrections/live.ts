import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of runs: how far they are, and nothing of what was said. */
export const correctionEvents = {
  run_updated: [when('run.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
