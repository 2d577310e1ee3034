import { type LiveEvents, on } from '../../kernel/realtime/broadcasts.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Socket events about runs of corrections: only their progress, no message text. */
export const correctionEvents = {
  run_updated: [on('run.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
