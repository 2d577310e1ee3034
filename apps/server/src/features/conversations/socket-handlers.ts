import { eq, isNotNull, notExists, sql } from 'drizzle-orm'
import { isUuid } from '../../platform/database/database.ts'
import { preparePerConnection } from '../../platform/database/prepare-per-connection.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { conversations, leads } from '../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { rooms } from '../../platform/realtime/rooms.ts'
import type { Socket, SocketHandlers } from '../../platform/realtime/socket-server.ts'

const { placeholder } = sql

/**
 * Creates the handlers for socket events that clients send. The user's identity comes from the connection ticket. A client can join the
 * room of a lead only if the lead belongs to the user's tenant.
 */
export function createSocketHandlers({ db, bus, clock }: Pick<Deps, 'db' | 'bus' | 'clock'>): SocketHandlers {
  const createTypingHandler =
    (isTyping: boolean) =>
    async (socket: Socket, { leadId }: { leadId: string }) => {
      const { tenantId, userId, name } = socket.data.identity
      requireJoined(socket, leadId)
      const typing = { userId, userName: name, isTyping, timestamp: clock.now().toISOString(), leadId }
      bus.publish({ name: 'user.typing', payload: { tenantId, leadId, socketId: socket.id, typing } })
    }
  return {
    join_user_room: async (socket) => {
      const { tenantId, userId } = socket.data.identity
      await socket.join(rooms.user(tenantId, userId))
    },
    join_conversation: async (socket, { leadId }) => {
      const { tenantId } = socket.data.identity
      if (!isUuid(leadId)) throw errors.notFound()
      return db.tenant(tenantId, async (tx) => {
        const [lead] = await joinableLeadQuery(tx.db).execute({ tenantId, leadId })
        if (!lead) throw errors.notFound()
        // A disconnected socket would never leave the room.
        if (socket.connected) await socket.join(rooms.lead(tenantId, leadId))
        // Runs after joining the room, so that the client receives every message after these sequence numbers as an event.
        const rows = await lastSeqsQuery(tx.db).execute({ tenantId, leadId })
        return { lastSeq: Object.fromEntries(rows.map(({ id, lastSeq }) => [id, lastSeq])) }
      })
    },
    leave_conversation: async (socket, { leadId }) => {
      await socket.leave(rooms.lead(socket.data.identity.tenantId, leadId))
    },
    typing_start: createTypingHandler(true),
    typing_stop: createTypingHandler(false),
    optimistic_message: async (socket, { leadId, content, tempMessageId }) => {
      const { tenantId, userId, name } = socket.data.identity
      requireJoined(socket, leadId)
      const sending = { leadId, userId, content, userName: name, tempMessageId, timestamp: clock.now().toISOString() }
      bus.publish({ name: 'user.sending', payload: { tenantId, leadId, socketId: socket.id, sending } })
    },
  }
}

const leadConversationsCondition = (...conditions: Parameters<typeof whereTenant>[2][]) =>
  whereTenant(conversations, placeholder('tenantId'), eq(conversations.leadId, placeholder('leadId')), ...conditions)

/** Selects a lead whose room may be joined. Excludes a lead that was merged into another. */
const joinableLeadQuery = preparePerConnection((db) => {
  const mergedConversations = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(leadConversationsCondition(isNotNull(conversations.mergedInto)))
  return db
    .select({ id: leads.id })
    .from(leads)
    .where(whereTenant(leads, placeholder('tenantId'), eq(leads.id, placeholder('leadId')), notExists(mergedConversations)))
    .prepare('own_lead')
})

const lastSeqsQuery = preparePerConnection((db) =>
  db
    .select({ id: conversations.id, lastSeq: conversations.lastSeq })
    .from(conversations)
    .where(leadConversationsCondition())
    .prepare('last_seqs'),
)

/** @throws 404 if the socket has not joined the lead's room */
function requireJoined(socket: Socket, leadId: string): void {
  if (!socket.rooms.has(rooms.lead(socket.data.identity.tenantId, leadId))) throw errors.notFound()
}
