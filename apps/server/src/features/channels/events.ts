import { type LiveEvents, on } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Events of channels that are emitted to clients. */
export const channelEvents = {
  channel_updated: [on('channel.changed', ({ tenantId, ...channel }) => ({ room: rooms.tenant(tenantId), payload: channel }))],
} satisfies Partial<LiveEvents>
