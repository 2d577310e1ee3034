import { conversation } from '@prosa/contract/entities/conversation'
import { deliveryState, message } from '@prosa/contract/entities/message'
import { serverEvents } from '@prosa/contract/events'
import { id, timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const event = <N extends string, P extends z.core.$ZodLooseShape>(name: N, payload: P) =>
  z.object({ name: z.literal(name), payload: z.object(payload) })

const tenantId = id
const leadId = id
const conversationId = id

/**
 * Domain events, published after their transaction has committed. Plain data, because they are sent between processes that may run
 * different versions.
 */
export const domainEvent = z.discriminatedUnion('name', [
  event('message.stored', { tenantId, message, conversation }),
  /** A stored message changed: its file arrived. */
  event('message.changed', { tenantId, leadId, message, conversationId }),
  /** Messages of imported history were stored; they cause no notification. */
  event('past.stored', { tenantId }),
  event('message.delivery', {
    tenantId,
    leadId,
    conversationId,
    messageId: id,
    delivery: deliveryState,
    deliveryError: z.nullable(z.string()),
    at: timestamp,
  }),
  event('conversation.changed', { tenantId, conversation }),
  /** Two leads were merged: the conversation continues as the other lead's. */
  event('conversation.joined', { tenantId, ...serverEvents.conversation_joined.shape }),
  /** The state of a channel account changed: it works again, or the service refuses it. */
  event('channel.changed', { tenantId, ...serverEvents.channel_updated.shape }),
  event('lead.changed', { tenantId, leadId }),
  event('lead.erased', { tenantId, leadId }),
  event('read.moved', { tenantId, userId: id, leadId, conversationId, unreadCount: z.number() }),
  event('agent.typing', { tenantId, leadId, agentId: id, agentName: z.string(), isTyping: z.boolean(), at: timestamp }),
  /** A user is typing or has just sent a message to a lead; `socketId` is the sender's socket. */
  event('user.typing', { tenantId, leadId, socketId: z.string(), typing: serverEvents.typing_indicator }),
  event('user.sending', { tenantId, leadId, socketId: z.string(), sending: serverEvents.optimistic_message }),
  /** Events of other processes may have been lost: clients must reload their data. */
  event('events.missed', {}),
  /** Permissions changed; without a user id, those of the whole tenant. */
  event('access.changed', { tenantId, userId: z.optional(id) }),
  /** Someone signed in to an account from a device that is new for this user. */
  event('session.new', { tenantId, userId: id, ...serverEvents.session_new.shape }),
  /** A requested export is ready or has failed. */
  event('export.settled', { tenantId, userId: id, ...serverEvents.export_ready.shape }),
  event('agent.changed', { tenantId, ...serverEvents.agent_updated.shape }),
  event('run.moved', { tenantId, ...serverEvents.run_updated.shape }),
  event('budget.moved', { tenantId, ...serverEvents.budget_updated.shape }),
  event('storage.moved', { tenantId, ...serverEvents.storage_updated.shape }),
  event('knowledge.changed', { tenantId, ...serverEvents.knowledge_updated.shape }),
  event('knowledge.question', { tenantId, ...serverEvents.knowledge_question.shape }),
  /** Sessions ended; without a user id, those of the whole tenant, and without a session id, all of the user's. */
  event('sessions.ended', {
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
