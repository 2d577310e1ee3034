import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about the storage state of an organisation. They contain no byte counts, which only managers may see. */
export const fileEvents = {
  storage_updated: [on('storage.moved', ({ tenantId, ...payload }) => ({ room: rooms.tenant(tenantId), payload: payload }))],
} satisfies Partial<SocketEventSources>
