import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Returns the room of a user's sockets, or the room of the whole organisation if `userId` is missing. */
const getMembersRoom = (tenantId: string, userId?: string) => (userId ? rooms.member(tenantId, userId) : rooms.tenant(tenantId))

export const sessionEvents = {
  access_changed: [on('access.changed', ({ tenantId, userId }) => ({ room: getMembersRoom(tenantId, userId), payload: {} }))],
  session_new: [
    on('session.new', ({ tenantId, userId, ...session }) => ({
      room: rooms.member(tenantId, userId),
      exceptRoom: rooms.session(session.sessionId),
      payload: session,
    })),
  ],
  session_ended: [
    on('sessions.ended', ({ tenantId, userId, sessionId, exceptSessionId, code }) => ({
      room: sessionId ? rooms.session(sessionId) : getMembersRoom(tenantId, userId),
      exceptRoom: exceptSessionId && rooms.session(exceptSessionId),
      payload: { code },
      disconnectsSockets: true,
    })),
  ],
} satisfies Partial<SocketEventSources>
