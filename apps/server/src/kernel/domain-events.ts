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

/** What happened, told after its transaction has committed. Plain data: an event crosses processes, whose versions may differ. */
export const domainEvent = z.discriminatedUnion('name', [
  event('message.stored', { tenantId, message, conversation }),
  /** Something of a message came in after it: the file that it carries. */
  event('message.changed', { tenantId, leadId, message, conversationId }),
  /** Messages from before a number came here were added: nobody's news. */
  event('past.stored', { tenantId }),
  event('message.delivery', {
    tenantId,
    leadId,
    conversationId,
    messageId: id,
    delivery: deliveryState,
    deliveryError: z.nullable(z.string()),
    /** Not there: told by a version that did not say it. */
    at: z.optional(timestamp),
  }),
  event('conversation.changed', { tenantId, conversation }),
  /** A lead turned out to be another: its conversation goes on as the other's. */
  event('conversation.joined', { tenantId, ...serverEvents.conversation_joined.shape }),
  /** A channel's account works again, or its service refuses us. */
  event('channel.changed', { tenantId, ...serverEvents.channel_updated.shape }),
  event('lead.changed', { tenantId, leadId }),
  event('lead.erased', { tenantId, leadId }),
  event('read.moved', { tenantId, userId: id, leadId, conversationId, unreadCount: z.number() }),
  event('agent.typing', { tenantId, leadId, agentId: id, agentName: z.string(), isTyping: z.boolean(), at: timestamp }),
  /** A person writes, or has just sent, to a lead; `socketId` is where it came from. */
  event('user.typing', { tenantId, leadId, socketId: z.string(), typing: serverEvents.typing_indicator }),
  event('user.sending', { tenantId, leadId, socketId: z.string(), sending: serverEvents.optimistic_message }),
  /** Events of other processes may not have come through: whoever shows what it heard must look again. */
  event('events.missed', {}),
  /** What somebody may do is another thing from now on. No user id: of a whole tenant. */
  event('access.changed', { tenantId, userId: z.optional(id) }),
  /** Somebody entered an account from a device that was not this person's yet. */
  event('session.new', { tenantId, userId: id, ...serverEvents.session_new.shape }),
  /** A file that somebody asked for is there, or could not be made. */
  event('export.settled', { tenantId, userId: id, ...serverEvents.export_ready.shape }),
  event('agent.changed', { tenantId, ...serverEvents.agent_updated.shape }),
  event('run.moved', { tenantId, ...serverEvents.run_updated.shape }),
  event('budget.moved', { tenantId, ...serverEvents.budget_updated.shape }),
  event('storage.moved', { tenantId, ...serverEvents.storage_updated.shape }),
  event('knowledge.changed', { tenantId, ...serverEvents.knowledge_updated.shape }),
  event('knowledge.question', { tenantId, ...serverEvents.knowledge_question.shape }),
  /** No user id: the sessions of a whole tenant. No session id: all of the user's. */
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
