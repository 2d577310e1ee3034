import type { WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat/webchat'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'
import type * as z from 'zod/mini'
import type { Deps } from '../../../platform/deps.ts'
import { presentMessageForLead } from './present-message.ts'

type TypingEvent = z.infer<(typeof webchatEvents)['typing']>

/** Event that is streamed to a lead's chat page. */
export type StreamEvent = { event: 'message' | 'changed'; data: WebchatMessage } | { event: 'typing'; data: TypingEvent }

/** Open event stream from the server to a lead's chat page. */
interface LeadStream {
  tenantId: string
  leadId: string
  conversationId: string
  write(event: StreamEvent): void
  hangUp(): void
}

/** Maximum number of open event streams per visitor. Each browser window opens one stream. */
const MAX_STREAMS_PER_VISITOR = 8

/** Creates the registry of the open event streams of this process. One set of event-bus listeners serves all streams. */
export function createStreamRegistry({ bus }: Pick<Deps, 'bus'>) {
  const byConversation = new Map<string, Set<LeadStream>>()
  const linesOf = (tenantId: string, conversationId: string) =>
    [...(byConversation.get(conversationId) ?? [])].filter((line) => line.tenantId === tenantId)

  const hangUp = (which: (line: LeadStream) => boolean) => {
    for (const lines of byConversation.values()) for (const line of lines) if (which(line)) line.hangUp()
  }

  bus.on('message.stored', ({ tenantId, message, conversation }) => {
    const data = presentMessageForLead(message)
    for (const line of linesOf(tenantId, conversation._id)) line.write({ event: 'message', data })
  })
  bus.on('message.changed', ({ tenantId, message, conversationId }) => {
    const data = presentMessageForLead(message)
    for (const line of linesOf(tenantId, conversationId)) line.write({ event: 'changed', data })
  })
  const tellTyping = (tenantId: string, leadId: string, data: TypingEvent) => {
    for (const lines of byConversation.values()) {
      for (const line of lines) {
        if (line.tenantId === tenantId && line.leadId === leadId) line.write({ event: 'typing', data })
      }
    }
  }
  bus.on('agent.typing', ({ tenantId, leadId, isTyping, agentName }) =>
    tellTyping(tenantId, leadId, { isTyping, name: agentName }),
  )
  bus.on('user.typing', ({ tenantId, leadId, typing: { isTyping, userName } }) =>
    tellTyping(tenantId, leadId, { isTyping, name: getFirstName(userName) }),
  )
  // Closes the streams of a deactivated tenant's leads: all sessions of the tenant end when it is deactivated.
  bus.on('sessions.ended', ({ tenantId, userId }) => {
    if (userId) return
    hangUp((line) => line.tenantId === tenantId)
  })
  bus.on('lead.erased', ({ tenantId, leadId }) => hangUp((line) => line.tenantId === tenantId && line.leadId === leadId))
  // Events were lost: closes all streams. Each browser then reconnects automatically with the id of the last event that it received.
  bus.on('events.missed', () => hangUp(() => true))

  return {
    /** Registers a stream. Returns a function that removes the stream, or null if the visitor has too many open streams. */
    open: (line: LeadStream): (() => void) | null => {
      const lines = byConversation.get(line.conversationId) ?? new Set()
      if (lines.size >= MAX_STREAMS_PER_VISITOR) return null
      byConversation.set(line.conversationId, lines.add(line))
      return () => {
        lines.delete(line)
        if (lines.size === 0 && byConversation.get(line.conversationId) === lines) byConversation.delete(line.conversationId)
      }
    },
    hangUpAll: () => hangUp(() => true),
  }
}

/**
 * Creates a writer that sends missed messages first and then live events, in order and without duplicates. Queues live events that arrive
 * while missed messages are fetched. If the connection breaks during that time, the client resumes after its last received message, so that
 * no message is lost.
 */
export function createOrderedStreamWriter(send: (event: StreamEvent) => Promise<unknown>) {
  let waiting: StreamEvent[] | null = []
  let last = 0
  let sending: Promise<unknown> = Promise.resolve()
  const put = (event: StreamEvent) => {
    if (event.event === 'message') {
      const seq = Number(event.data.seq)
      if (seq <= last) return
      last = seq
    }
    sending = sending.then(() => send(event))
  }
  return {
    write: (event: StreamEvent) => {
      if (waiting) waiting.push(event)
      else put(event)
    },
    /**
     * Sends the missed messages page by page until a page is empty, then the queued live events. `nextPage` fetches the messages after a
     * sequence number.
     */
    catchUp: async (afterSeq: number, nextPage: (afterSeq: number) => Promise<WebchatMessage[]>) => {
      last = afterSeq
      for (let page = await nextPage(last); page.length > 0; page = await nextPage(last)) {
        for (const data of page) put({ event: 'message', data })
        await sending
      }
      const came = waiting ?? []
      waiting = null
      for (const event of came) put(event)
    },
  }
}
