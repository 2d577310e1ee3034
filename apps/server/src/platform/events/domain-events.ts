import { conversation } from '@prosa/contract/entities/conversations/conversation'
import { deliveryState, message } from '@prosa/contract/entities/conversations/message'
import { serverEvents } from '@prosa/contract/events'
import { id, timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const defineEvent = <N extends string, P extends z.core.$ZodLooseShape>(name: N, payload: P) =>
  z.object({ name: z.literal(name), payload: z.object(payload) })

const tenantId = id
const leadId = id
const conversationId = id

/**
 * Domain events, each published after the commit of its transaction. Payloads are plain data, because processes of different versions
 * exchange them.
 */
export const domainEvent = z.discriminatedUnion('name', [
  defineEvent('message.stored', { tenantId, message, conversation }),
  /** A stored message has changed, for example because its file was downloaded. */
  defineEvent('message.changed', { tenantId, leadId, message, conversationId }),
  /** Messages of imported history were stored. They cause no notification. */
  defineEvent('past.stored', { tenantId }),
  defineEvent('message.delivery', {
    tenantId,
    leadId,
    conversationId,
    messageId: id,
    delivery: deliveryState,
    deliveryError: z.nullable(z.string()),
    at: timestamp,
  }),
  defineEvent('conversation.changed', { tenantId, conversation }),
  /** Two leads were merged: the conversation continues as a conversation of the other lead. */
  defineEvent('conversation.joined', { tenantId, ...serverEvents.conversation_joined.shape }),
  /** A WhatsApp number's state changed: it works again, or Meta rejects it. */
  defineEvent('channel.changed', { tenantId, ...serverEvents.channel_updated.shape }),
  defineEvent('lead.changed', { tenantId, leadId }),
  defineEvent('lead.erased', { tenantId, leadId }),
  defineEvent('read.moved', { tenantId, userId: id, leadId, conversationId, unreadCount: z.number() }),
  defineEvent('agent.typing', { tenantId, leadId, agentId: id, agentName: z.string(), isTyping: z.boolean(), at: timestamp }),
  /** A user is typing. `socketId`: socket of that user's client. */
  defineEvent('user.typing', { tenantId, leadId, socketId: z.string(), typing: serverEvents.typing_indicator }),
  /** A user has just sent a message to a lead. `socketId`: socket of that user's client. */
  defineEvent('user.sending', { tenantId, leadId, socketId: z.string(), sending: serverEvents.optimistic_message }),
  /** Events from other processes may have been lost, so clients must reload their data. */
  defineEvent('events.missed', {}),
  /** Permissions have changed. Without `userId`, the permissions of all users of the tenant. */
  defineEvent('access.changed', { tenantId, userId: z.optional(id) }),
  /** A user signed in from a device that they had not used before. */
  defineEvent('session.new', { tenantId, userId: id, ...serverEvents.session_new.shape }),
  /** A requested export is complete or has failed. */
  defineEvent('export.settled', { tenantId, userId: id, ...serverEvents.export_ready.shape }),
  defineEvent('agent.changed', { tenantId, ...serverEvents.agent_updated.shape }),
  defineEvent('run.moved', { tenantId, ...serverEvents.run_updated.shape }),
  defineEvent('budget.moved', { tenantId, ...serverEvents.budget_updated.shape }),
  defineEvent('storage.moved', { tenantId, ...serverEvents.storage_updated.shape }),
  defineEvent('knowledge.changed', { tenantId, ...serverEvents.knowledge_updated.shape }),
  defineEvent('knowledge.question', { tenantId, ...serverEvents.knowledge_question.shape }),
  /**
   * Sessions ended. Without `userId`: all sessions of the tenant. Without `sessionId`: all sessions of the user, except `exceptSessionId`.
   */
  defineEvent('sessions.ended', {
    tenantId,
    userId: z.optional(id),
    sessionId: z.optional(id),
    exceptSessionId: z.optional(id),
    code: z.string(),
  }),
])
export type DomainEvent = z.output<typeof domainEvent>
export type DomainEventName = DomainEvent['name']
export type DomainEvents = { [E in DomainEvent as E['name']]: E['payload'] }
