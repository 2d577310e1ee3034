import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about an organisation's storage. They contain no byte counts, because only managers may see those. */
export const fileEvents = {
  storage_updated: [on('storage.moved', ({ tenantId, ...payload }) => ({ room: rooms.tenant(tenantId), payload: payload }))],
} satisfies Partial<SocketEventSources>
