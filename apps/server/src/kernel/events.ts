import { EventEmitter } from 'node:events'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Message } from '@prosa/contract/entities/message'
import type { ServerEvent } from '@prosa/contract/events'

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
  /** A lead turned out to be another: its conversation goes on as the other's. */
  'conversation.joined': { tenantId: string } & ServerEvent<'conversation_joined'>
  /** A channel's account works again, or its service refuses us. */
  'channel.changed': { tenantId: string; channel: string; accountId: string; status: string }
  'lead.changed': { tenantId: string; leadId: string }
  'lead.erased': { tenantId: string; leadId: string }
  'read.moved': { tenantId: string; userId: string; leadId: string; conversationId: string; unreadCount: number }
  'agent.typing': { tenantId: string; leadId: string; agentId: string; agentName: string; isTyping: boolean; at: string }
  /** A person writes, or has just sent, to a lead; `socketId` is where it came from. */
  'user.typing': { tenantId: string; leadId: string; socketId: string; typing: ServerEvent<'typing_indicator'> }
  'user.sending': { tenantId: string; leadId: string; socketId: string; sending: ServerEvent<'optimistic_message'> }
  /** Events of other processes may not have come through: whoever shows what it heard must look again. */
  'events.missed': Record<string, never>
  /** What somebody may do is another thing from now on. No user id: of a whole tenant. */
  'access.changed': { tenantId: string; userId?: string }
  /** Somebody entered an account from a device that was not this person's yet. */
  'session.new': { tenantId: string; userId: string; sessionId: string; device: string; ip: string; at: string }
  /** A file that somebody asked for is there, or could not be made. */
  'export.settled': { tenantId: string; userId: string } & ServerEvent<'export_ready'>
  /** No user id: the sessions of a whole tenant. No session id: all of the user's. */
  'sessions.ended': { tenantId: string; userId?: string; sessionId?: string; exceptSessionId?: string; code: string }
}
export type DomainEventName = keyof DomainEvents
export type DomainEvent = { [N in DomainEventName]: { name: N; payload: DomainEvents[N] } }[DomainEventName]

type Listen = <N extends DomainEventName>(name: N, listener: (payload: DomainEvents[N]) => void) => () => void

export interface EventBus {
  publish(event: DomainEvent): void
  /** What happened in any process of the installation. @returns a function that ends the subscription */
  on: Listen
  /** What happened in this process: for what must be done once, whichever process does it. */
  onOwn: Listen
  /** Everything that is published here, for whoever carries it to the other processes. */
  onPublished(listener: (event: DomainEvent) => void): () => void
  /** Tells what another process published. */
  receive(event: DomainEvent): void
}

/** In-process bus; a listener that throws is reported and harms neither the publisher nor the other listeners. */
export function createEventBus(onListenerError: (error: unknown, name: string) => void): EventBus {
  const anywhere = createListeners(onListenerError)
  const here = createListeners(onListenerError)
  const published = createListeners(onListenerError)
  return {
    publish: (event) => {
      anywhere.tell(event.name, event.payload)
      here.tell(event.name, event.payload)
      published.tell('*', event)
    },
    on: anywhere.add,
    onOwn: here.add,
    onPublished: (listener) => published.add('*', listener),
    receive: (event) => anywhere.tell(event.name, event.payload),
  }
}

function createListeners(onError: (error: unknown, name: string) => void) {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    add: (name: string, listener: (told: never) => void) => {
      // Who adds it and who tells agree on the payload by the name, above.
      const heard = listener as (told: unknown) => void
      emitter.on(name, heard)
      return () => void emitter.off(name, heard)
    },
    tell: (name: string, told: unknown) => {
      for (const listener of emitter.listeners(name) as ((told: unknown) => void)[]) {
        try {
          listener(told)
        } catch (error) {
          onError(error, name)
        }
      }
    },
  }
}
