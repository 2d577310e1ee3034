import { type LiveEvents, on } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about check runs of corrections. They contain the progress of the run, but no message text. */
export const correctionEvents = {
  run_updated: [on('run.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
