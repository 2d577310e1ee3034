import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of files: how full their room is, and no sum, which is for managers only. */
export const fileEvents = {
  storage_updated: [when('storage.moved', ({ tenantId, ...moved }) => ({ room: rooms.tenant(tenantId), payload: moved }))],
} satisfies Partial<LiveEvents>
