import { type LiveEvents, on } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about the storage state of an organisation. They contain no byte counts, which only managers may see. */
export const fileEvents = {
  storage_updated: [on('storage.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
