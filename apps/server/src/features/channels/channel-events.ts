import { type LiveEvents, on } from '../../kernel/realtime/broadcasts.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** Events of channels that are emitted to clients. */
export const channelEvents = {
  channel_updated: [on('channel.changed', ({ tenantId, ...channel }) => ({ room: rooms.tenant(tenantId), payload: channel }))],
} satisfies Partial<LiveEvents>
