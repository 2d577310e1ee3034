import type { WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat/webchat'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'
import type * as z from 'zod/mini'
import type { Deps } from '../../../platform/deps.ts'
import { presentMessageForLead } from './present-message.ts'

type TypingEvent = z.infer<(typeof webchatEvents)['typing']>

/** An event that is streamed to a lead's chat page. */
export type StreamEvent = { event: 'message' | 'changed'; data: WebchatMessage } | { event: 'typing'; data: TypingEvent }

/** An open event stream of a lead. */
interface LeadStream {
  tenantId: string
  leadId: string
  conversationId: string
  write(event: StreamEvent): void
  hangUp(): void
}

/** Maximum number of streams per visitor: windows of one browser. */
const MAX_STREAMS_PER_VISITOR = 8

/** Creates the registry of all open streams of this process. One set of bus listeners serves all streams. */
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
  // All sessions of a tenant end when it is deactivated, so its leads' streams are closed too.
  bus.on('sessions.ended', ({ tenantId, userId }) => {
    if (userId) return
    hangUp((line) => line.tenantId === tenantId)
  })
  bus.on('lead.erased', ({ tenantId, leadId }) => hangUp((line) => line.tenantId === tenantId && line.leadId === leadId))
  // Events were lost: closes all streams, because browsers reconnect automatically with the id of their last event.
  bus.on('events.missed', () => hangUp(() => true))

  return {
    /** Returns a function that removes the stream, or null if the visitor has too many. */
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
 * Creates a writer that sends missed messages first and then live events, in order and each once. Live events that arrive while missed
 * messages are fetched are queued. After a disconnect in between, the client resumes from its last message, so that none is lost.
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
    /** Fetches missed messages page by page until a page is empty, then sends the queued live events. */
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
