import { EventEmitter } from 'node:events'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Message } from '@prosa/contract/entities/message'

/** What happened, told after its transaction has committed. Payloads are plain data, so that they can cross processes. */
export interface DomainEvents {
  'message.stored': { tenantId: string; message: Message; conversation: Conversation }
  /** Something of a message came in after it: the file that it carries. */
  'message.changed': { tenantId: string; leadId: string; message: Message; conversationId: string }
  'message.delivery': {
    tenantId: string
    leadId: string
    conversationId: string
    messageId: string
    delivery: string
    deliveryError: string | null
  }
  'conversation.changed': { tenantId: string; conversation: Conversation }
  /** A channel's account works again, or its service refuses us. */
  'channel.changed': { tenantId: string; channel: string; accountId: string; status: string }
  'lead.changed': { tenantId: string; leadId: string }
  'read.moved': { tenantId: string; userId: string; leadId: string; conversationId: string; unreadCount: number }
  'agent.typing': { tenantId: string; leadId: string; agentId: string; agentName: string; isTyping: boolean; at: string }
  /** No user id: the sessions of a whole tenant. No session id: all of the user's. */
  'sessions.ended': { tenantId: string; userId?: string; sessionId?: string; exceptSessionId?: string; code: string }
}
export type DomainEventName = keyof DomainEvents
export type DomainEvent = { [N in DomainEventName]: { name: N; payload: DomainEvents[N] } }[DomainEventName]

export interface EventBus {
  publish(event: DomainEvent): void
  /** @returns a function that ends the subscription */
  on<N extends DomainEventName>(name: N, listener: (payload: DomainEvents[N]) => void): () => void
}

/** In-process bus; a listener that throws is reported and harms neither the publisher nor the other listeners. */
export function createEventBus(onListenerError: (error: unknown, name: string) => void): EventBus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    publish: ({ name, payload }) => {
      for (const listener of emitter.listeners(name) as ((payload: unknown) => void)[]) {
        try {
          listener(payload)
        } catch (error) {
          onListenerError(error, name)
        }
      }
    },
    on: (name, listener) => {
      emitter.on(name, listener)
      return () => emitter.off(name, listener)
    },
  }
}
