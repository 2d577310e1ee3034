import { eq, isNotNull, notExists } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, leads } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { rooms } from '../../kernel/realtime/rooms.ts'
import type { Socket, SocketHandlers } from '../../kernel/realtime/socket-server.ts'

/** What staff's sockets may do. Who they are comes from the ticket of the handshake; a lead's room opens after a look into the tenant. */
export function socketHandlers({ db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>): SocketHandlers {
  const typing =
    (isTyping: boolean) =>
    async (socket: Socket, { leadId }: { leadId: string }) => {
      const { tenantId, userId, name } = socket.data.who
      requireJoined(socket, leadId)
      const typing = { userId, userName: name, isTyping, timestamp: clock.now().toISOString(), leadId }
      bus.publish({ name: 'user.typing', payload: { tenantId, leadId, socketId: socket.id, typing } })
    }
  const lastSeqs = async (leadId: string, tenantId: string): Promise<Record<string, number>> => {
    const rows = await db.tenant(tenantId, (tx) =>
      tx.db
        .select({ id: conversations.id, lastSeq: conversations.lastSeq })
        .from(conversations)
        .where(ofTenant(conversations, tenantId, eq(conversations.leadId, leadId))),
    )
    return Object.fromEntries(rows.map(({ id, lastSeq }) => [id, lastSeq]))
  }
  return {
    join_user_room: async (socket) => {
      const { tenantId, userId } = socket.data.who
      await socket.join(rooms.user(tenantId, userId))
    },
    join_conversation: async (socket, { leadId }) => {
      const { tenantId } = socket.data.who
      if (!isUuid(leadId)) throw errors.notFound()
      const [found] = await db.tenant(tenantId, (tx) =>
        tx.db
          .select({ id: leads.id })
          .from(leads)
          .where(ofTenant(leads, tenantId, eq(leads.id, leadId), notExists(joinedToAnother(tx, tenantId, leadId)))),
      )
      if (!found) throw errors.notFound()
      // Gone meanwhile: a room joined now would never be left.
      if (socket.connected) await socket.join(rooms.lead(tenantId, leadId))
      // Read once it hears: what comes later, it is told.
      return { lastSeq: await lastSeqs(leadId, tenantId) }
    },
    leave_conversation: async (socket, { leadId }) => {
      await socket.leave(rooms.lead(socket.data.who.tenantId, leadId))
    },
    typing_start: typing(true),
    typing_stop: typing(false),
    optimistic_message: async (socket, { leadId, content, tempMessageId }) => {
      const { tenantId, userId, name } = socket.data.who
      requireJoined(socket, leadId)
      const sending = { leadId, userId, content, userName: name, tempMessageId, timestamp: clock.now().toISOString() }
      bus.publish({ name: 'user.sending', payload: { tenantId, leadId, socketId: socket.id, sending } })
    },
  }
}

/** Nothing is said any more to a lead that turned out to be another. */
const joinedToAnother = ({ db }: Tx, tenantId: string, leadId: string) =>
  db
    .select({ id: conversations.id })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.leadId, leadId), isNotNull(conversations.mergedInto)))

/** @throws 404 unless the socket was let into the lead's room before */
function requireJoined(socket: Socket, leadId: string): void {
  if (!socket.rooms.has(rooms.lead(socket.data.who.tenantId, leadId))) throw errors.notFound()
}
