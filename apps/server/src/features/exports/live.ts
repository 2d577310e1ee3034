import { type LiveEvents, when } from '../../kernel/realtime/occasions.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'

/** What sockets are told of the files that their user asked for. */
export const exportEvents = {
  export_ready: [
    when('export.settled', ({ tenantId, userId, ...settled }) => ({ room: rooms.member(tenantId, userId), payload: settled })),
  ],
} satisfies Partial<LiveEvents>
