import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { BareConversation, BareMessage, BareUser } from './bare-data.ts'

type EventPayload = Readonly<Record<string, string>>

const getLeadRoom = (leadId: string) => `lead ${leadId}`
const getTenantRoom = (tenantId: string) => `tenant ${tenantId}`

/** Socket server that emits only the events and fields of section 7 and sends no acknowledgements. */
export class BareSockets {
  readonly #io: Server

  constructor(
    http: HttpServer,
    { origin, userOfToken }: { origin: string; userOfToken: (token: string) => BareUser | undefined },
  ) {
    this.#io = new Server(http, { cors: { origin, credentials: true }, serveClient: false })
    this.#io.use((socket, next) => {
      const { userId, tenantId } = socket.handshake.query
      const user = userOfToken(String((socket.handshake.auth as EventPayload).token))
      const isSame = user && user.id === userId && user.tenant.id === tenantId
      if (isSame) next()
      else next(new Error('Unauthorized'))
    })
    this.#io.on('connection', (socket) => {
      const now = () => new Date().toISOString()
      socket.on('join_user_room', ({ tenantId = '' }: EventPayload) => void socket.join(getTenantRoom(tenantId)))
      socket.on('join_conversation', ({ leadId = '' }: EventPayload) => void socket.join(getLeadRoom(leadId)))
      socket.on('leave_conversation', ({ leadId = '' }: EventPayload) => void socket.leave(getLeadRoom(leadId)))
      for (const [event, isTyping] of [
        ['typing_start', true],
        ['typing_stop', false],
      ] as const) {
        socket.on(event, ({ leadId = '', userName, userId }: EventPayload) => {
          socket.to(getLeadRoom(leadId)).emit('typing_indicator', { userId, userName, isTyping, timestamp: now() })
        })
      }
      socket.on('optimistic_message', ({ leadId = '', userId, content, userName }: EventPayload) => {
        socket.to(getLeadRoom(leadId)).emit('optimistic_message', { leadId, userId, content, userName })
      })
    })
  }

  /** Emits a new message of a conversation. */
  tell(tenantId: string, { lead }: BareConversation, message: BareMessage): void {
    const { message_id: messageId, role, timestamp } = message
    this.#io.to(getLeadRoom(lead._id)).emit('lead', { leadId: lead._id, message })
    this.#io
      .to(getTenantRoom(tenantId))
      .emit('conversation_list_updated', { leadId: lead._id, newMessage: { messageId, role, timestamp } })
  }

  markReadFails({ lead }: BareConversation): void {
    this.#io.to(getLeadRoom(lead._id)).emit('mark_read_error', {})
  }

  agentTyping({ lead }: BareConversation, isAgentTyping: boolean): void {
    const [agentId, timestamp] = [lead.agent_id, new Date().toISOString()]
    this.#io
      .to(getLeadRoom(lead._id))
      .emit('agent_typing_indicator', { leadId: lead._id, agentId, agentName: 'Clara', isAgentTyping, timestamp })
  }

  close(): void {
    this.#io.disconnectSockets(true)
    void this.#io.close()
  }
}
