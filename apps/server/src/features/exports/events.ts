import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about exports. Only the user who requested an export receives them. */
export const exportEvents = {
  export_ready: [
    on('export.settled', ({ tenantId, userId, ...payload }) => ({ room: rooms.member(tenantId, userId), payload: payload })),
  ],
} satisfies Partial<SocketEventSources>
