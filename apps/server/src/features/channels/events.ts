import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Socket events about channels, such as a changed WhatsApp number. */
export const channelEvents = {
  channel_updated: [on('channel.changed', ({ tenantId, ...channel }) => ({ room: rooms.tenant(tenantId), payload: channel }))],
} satisfies Partial<SocketEventSources>
