import type { WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat/webchat'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'
import type * as z from 'zod/mini'
import type { Deps } from '../../../platform/deps.ts'
import { presentMessageForLead } from './present-message.ts'

type TypingEvent = z.infer<(typeof webchatEvents)['typing']>

/** Event that the server streams to a lead's chat page. */
export type StreamEvent = { event: 'message' | 'changed'; data: WebchatMessage } | { event: 'typing'; data: TypingEvent }

/** Open event stream from the server to a lead's chat page. */
interface LeadStream {
  tenantId: string
  leadId: string
  conversationId: string
  write(event: StreamEvent): void
  close(): void
}

/** Maximum number of open event streams per visitor. Each browser window opens one. */
const MAX_STREAMS_PER_VISITOR = 8

/** Creates the registry of the open event streams of this process. All streams share one set of event listeners. */
export function createStreamRegistry({ bus }: Pick<Deps, 'bus'>) {
  const streamsByConversation = new Map<string, Set<LeadStream>>()
  const getStreams = (tenantId: string, conversationId: string) =>
    [...(streamsByConversation.get(conversationId) ?? [])].filter((stream) => stream.tenantId === tenantId)

  const closeStreams = (matches: (stream: LeadStream) => boolean) => {
    for (const streams of streamsByConversation.values()) for (const stream of streams) if (matches(stream)) stream.close()
  }

  bus.on('message.stored', ({ tenantId, message, conversation }) => {
    const data = presentMessageForLead(message)
    for (const stream of getStreams(tenantId, conversation._id)) stream.write({ event: 'message', data })
  })
  bus.on('message.changed', ({ tenantId, message, conversationId }) => {
    const data = presentMessageForLead(message)
    for (const stream of getStreams(tenantId, conversationId)) stream.write({ event: 'changed', data })
  })
  const sendTyping = (tenantId: string, leadId: string, data: TypingEvent) => {
    for (const streams of streamsByConversation.values()) {
      for (const stream of streams) {
        if (stream.tenantId === tenantId && stream.leadId === leadId) stream.write({ event: 'typing', data })
      }
    }
  }
  bus.on('agent.typing', ({ tenantId, leadId, isTyping, agentName }) =>
    sendTyping(tenantId, leadId, { isTyping, name: agentName }),
  )
  bus.on('user.typing', ({ tenantId, leadId, typing: { isTyping, userName } }) =>
    sendTyping(tenantId, leadId, { isTyping, name: getFirstName(userName) }),
  )
  // An event without a user id means that the whole organisation was deactivated.
  bus.on('sessions.ended', ({ tenantId, userId }) => {
    if (userId) return
    closeStreams((stream) => stream.tenantId === tenantId)
  })
  bus.on('lead.erased', ({ tenantId, leadId }) =>
    closeStreams((stream) => stream.tenantId === tenantId && stream.leadId === leadId),
  )
  // Some events were lost. Each browser reconnects automatically and fetches the messages that it missed.
  bus.on('events.missed', () => closeStreams(() => true))

  return {
    /** Registers a stream and returns a function that removes it. Returns null if the visitor has too many open streams. */
    open: (stream: LeadStream): (() => void) | null => {
      const streams = streamsByConversation.get(stream.conversationId) ?? new Set()
      if (streams.size >= MAX_STREAMS_PER_VISITOR) return null
      streamsByConversation.set(stream.conversationId, streams.add(stream))
      return () => {
        streams.delete(stream)
        if (streams.size === 0 && streamsByConversation.get(stream.conversationId) === streams)
          streamsByConversation.delete(stream.conversationId)
      }
    },
    closeAll: () => closeStreams(() => true),
  }
}

/**
 * Creates a writer that sends missed messages and then live events, in order and without duplicates. It queues live events while missed
 * messages are fetched. If the connection breaks, the client resumes after its last received message.
 */
export function createOrderedStreamWriter(send: (event: StreamEvent) => Promise<unknown>) {
  let queuedEvents: StreamEvent[] | null = []
  let lastSeq = 0
  let sending: Promise<unknown> = Promise.resolve()
  const sendInOrder = (event: StreamEvent) => {
    if (event.event === 'message') {
      const seq = Number(event.data.seq)
      if (seq <= lastSeq) return
      lastSeq = seq
    }
    sending = sending.then(() => send(event))
  }
  return {
    write: (event: StreamEvent) => {
      if (queuedEvents) queuedEvents.push(event)
      else sendInOrder(event)
    },
    /**
     * Sends the missed messages page by page, then the queued live events.
     * @param fetchPage returns the messages after a sequence number
     */
    sendMissedMessages: async (afterSeq: number, fetchPage: (afterSeq: number) => Promise<WebchatMessage[]>) => {
      lastSeq = afterSeq
      for (let page = await fetchPage(lastSeq); page.length > 0; page = await fetchPage(lastSeq)) {
        for (const data of page) sendInOrder({ event: 'message', data })
        await sending
      }
      const eventsToSend = queuedEvents ?? []
      queuedEvents = null
      for (const event of eventsToSend) sendInOrder(event)
    },
  }
}
