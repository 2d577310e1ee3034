import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about runs that check corrections. They contain the progress of a run, but no message text. */
export const correctionEvents = {
  run_updated: [on('run.moved', ({ tenantId, ...progress }) => ({ room: rooms.tenant(tenantId), payload: progress }))],
} satisfies Partial<SocketEventSources>
