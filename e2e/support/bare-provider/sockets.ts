import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { BareConversation, BareMessage, BareUser } from './world.ts'

type Said = Readonly<Record<string, string>>

const roomOf = (leadId: string) => `lead ${leadId}`
const homeOf = (tenantId: string) => `tenant ${tenantId}`

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
      const user = userOfToken(String((socket.handshake.auth as Said).token))
      const isSame = user && user.id === userId && user.tenant.id === tenantId
      if (isSame) next()
      else next(new Error('Unauthorized'))
    })
    this.#io.on('connection', (socket) => {
      const now = () => new Date().toISOString()
      socket.on('join_user_room', ({ tenantId = '' }: Said) => void socket.join(homeOf(tenantId)))
      socket.on('join_conversation', ({ leadId = '' }: Said) => void socket.join(roomOf(leadId)))
      socket.on('leave_conversation', ({ leadId = '' }: Said) => void socket.leave(roomOf(leadId)))
      for (const [event, isTyping] of [
        ['typing_start', true],
        ['typing_stop', false],
      ] as const) {
        socket.on(event, ({ leadId = '', userName, userId }: Said) => {
          socket.to(roomOf(leadId)).emit('typing_indicator', { userId, userName, isTyping, timestamp: now() })
        })
      }
      socket.on('optimistic_message', ({ leadId = '', userId, content, userName }: Said) => {
        socket.to(roomOf(leadId)).emit('optimistic_message', { leadId, userId, content, userName })
      })
    })
  }

  /** Emits a new message of a conversation. */
  tell(tenantId: string, { lead }: BareConversation, message: BareMessage): void {
    const { message_id: messageId, role, timestamp } = message
    this.#io.to(roomOf(lead._id)).emit('lead', { leadId: lead._id, message })
    this.#io
      .to(homeOf(tenantId))
      .emit('conversation_list_updated', { leadId: lead._id, newMessage: { messageId, role, timestamp } })
  }

  markReadFails({ lead }: BareConversation): void {
    this.#io.to(roomOf(lead._id)).emit('mark_read_error', {})
  }

  agentTyping({ lead }: BareConversation, isAgentTyping: boolean): void {
    const [agentId, timestamp] = [lead.agent_id, new Date().toISOString()]
    this.#io
      .to(roomOf(lead._id))
      .emit('agent_typing_indicator', { leadId: lead._id, agentId, agentName: 'Clara', isAgentTyping, timestamp })
  }

  close(): void {
    this.#io.disconnectSockets(true)
    void this.#io.close()
  }
}
