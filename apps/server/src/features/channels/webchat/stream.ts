import type { WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat'
import { firstNameOf } from '@prosa/contract/rules/name'
import type * as z from 'zod/mini'
import type { Deps } from '../../../kernel/deps.ts'
import { presentForLead } from './message.ts'

type Typing = z.infer<(typeof webchatEvents)['typing']>

/** What goes down a lead's line. */
export type StreamEvent = { event: 'message' | 'changed'; data: WebchatMessage } | { event: 'typing'; data: Typing }

/** One open line of a lead. */
interface Line {
  tenantId: string
  leadId: string
  conversationId: string
  write(event: StreamEvent): void
  hangUp(): void
}

/** Lines that one visitor may hold: windows of one browser. */
const LINES_PER_VISITOR = 8

/** Knows every open line of this process; one listener serves them all. */
export function createLines({ bus }: Pick<Deps, 'bus'>) {
  const byConversation = new Map<string, Set<Line>>()
  const linesOf = (tenantId: string, conversationId: string) =>
    [...(byConversation.get(conversationId) ?? [])].filter((line) => line.tenantId === tenantId)

  const hangUp = (which: (line: Line) => boolean) => {
    for (const lines of byConversation.values()) for (const line of lines) if (which(line)) line.hangUp()
  }

  bus.on('message.stored', ({ tenantId, message, conversation }) => {
    const data = presentForLead(message)
    for (const line of linesOf(tenantId, conversation._id)) line.write({ event: 'message', data })
  })
  bus.on('message.changed', ({ tenantId, message, conversationId }) => {
    const data = presentForLead(message)
    for (const line of linesOf(tenantId, conversationId)) line.write({ event: 'changed', data })
  })
  const tellTyping = (tenantId: string, leadId: string, data: Typing) => {
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
    tellTyping(tenantId, leadId, { isTyping, name: firstNameOf(userName) }),
  )
  // A whole tenant's sessions end when it is switched off: its leads' lines go with them.
  bus.on('sessions.ended', ({ tenantId, userId }) => {
    if (userId) return
    hangUp((line) => line.tenantId === tenantId)
  })
  bus.on('lead.erased', ({ tenantId, leadId }) => hangUp((line) => line.tenantId === tenantId && line.leadId === leadId))
  // A browser calls again by itself, and says how far it heard.
  bus.on('events.missed', () => hangUp(() => true))

  return {
    /** @returns a function that takes the line out again, or null when the visitor has too many */
    open: (line: Line): (() => void) | null => {
      const lines = byConversation.get(line.conversationId) ?? new Set()
      if (lines.size >= LINES_PER_VISITOR) return null
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
 * Writes what was missed, then what comes: in order, each once. What comes while the missed is being read waits; a line cut in
 * between is then asked again from its last message, and nothing lies behind it unsent.
 */
export function createOrderedLine(send: (event: StreamEvent) => Promise<unknown>) {
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
    /** Reads the missed page by page until there is none, and lets what came meanwhile follow. */
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
