import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Maps the channels' internal events to the live events that are emitted to connected panel clients. */
export const channelEvents = {
  channel_updated: [on('channel.changed', ({ tenantId, ...channel }) => ({ room: rooms.tenant(tenantId), payload: channel }))],
} satisfies Partial<SocketEventSources>
