import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'

/** Returns the room of a user's sockets. Without `userId`, returns the room of the whole organisation. */
const getMembersRoom = (tenantId: string, userId?: string) => (userId ? rooms.member(tenantId, userId) : rooms.tenant(tenantId))

/** Socket events about a user's sessions and permissions. */
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
