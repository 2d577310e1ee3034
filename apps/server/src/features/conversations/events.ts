import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { ServerEvent } from '@prosa/contract/events'
import { on, type SocketEventSources } from '../../platform/realtime/broadcasts.ts'
import { rooms } from '../../platform/realtime/rooms.ts'
import { REACTION_MESSAGE_TYPE } from './messages/message-types.ts'

/**
 * Socket events about conversations, each with its data and the room that receives it. Unread counts differ per user, so they are emitted
 * only to that user's room.
 */
export const conversationEvents = {
  lead: [
    on('message.stored', ({ tenantId, message, conversation: { _id: conversationId, lead_id: leadId } }) => ({
      room: rooms.lead(tenantId, leadId),
      payload: { leadId, conversationId, message },
    })),
    // A changed message uses the event of a new message. Clients that have the message replace it.
    on('message.changed', ({ tenantId, leadId, conversationId, message }) => ({
      room: rooms.lead(tenantId, leadId),
      payload: { leadId, conversationId, message },
    })),
  ],
  conversation_list_updated: [
    on('message.stored', ({ tenantId, message: { message_id: messageId, role, timestamp, type }, conversation }) => ({
      room: rooms.tenant(tenantId),
      payload: {
        ...toListUpdate(conversation),
        ...(type === REACTION_MESSAGE_TYPE ? {} : { newMessage: { messageId, role, timestamp } }),
      },
    })),
    on('conversation.changed', ({ tenantId, conversation }) => ({
      room: rooms.tenant(tenantId),
      payload: toListUpdate(conversation),
    })),
    on('read.moved', ({ tenantId, userId, leadId, conversationId, unreadCount }) => ({
      room: rooms.user(tenantId, userId),
      payload: { leadId, conversationId, unreadCount },
    })),
  ],
  conversation_joined: [
    on('conversation.joined', ({ tenantId, ...joined }) => ({ room: rooms.lead(tenantId, joined.leadId), payload: joined })),
  ],
  message_delivery: [
    on('message.delivery', ({ tenantId, leadId, conversationId, messageId, delivery, deliveryError, at }) => ({
      room: rooms.lead(tenantId, leadId),
      payload: { leadId, conversationId, messageId, delivery, delivery_error: deliveryError, at },
    })),
  ],
  typing_indicator: [
    on('user.typing', ({ tenantId, leadId, socketId, typing }) => ({
      room: rooms.lead(tenantId, leadId),
      exceptRoom: socketId,
      payload: typing,
    })),
  ],
  optimistic_message: [
    on('user.sending', ({ tenantId, leadId, socketId, sending }) => ({
      room: rooms.lead(tenantId, leadId),
      exceptRoom: socketId,
      payload: sending,
    })),
  ],
  agent_typing_indicator: [
    on('agent.typing', ({ tenantId, leadId, agentId, agentName, isTyping, at }) => ({
      room: rooms.lead(tenantId, leadId),
      payload: { leadId, agentId, agentName, isAgentTyping: isTyping, timestamp: at },
    })),
  ],
  mark_read_error: { never: 'a mark is made before the call is answered, and its answer says what went wrong (gap G31)' },
} satisfies Partial<SocketEventSources>

function toListUpdate(c: Conversation): ServerEvent<'conversation_list_updated'> {
  return {
    leadId: c.lead_id,
    conversationId: c._id,
    conversation_status: c.conversation_status,
    status_message: c.status_message,
    stage: c.stage,
    needs_attention: c.needs_attention ?? false,
    attention_reason: c.attention_reason,
    last_client_message_at: c.last_client_message_at,
    last_agent_message_at: c.last_agent_message_at,
    lead_context_summary: c.lead_context_summary,
    last_message_preview: c.last_message_preview,
    last_message_from: c.last_message_from,
    last_message_sender_id: c.last_message_sender_id,
    last_message_sender_name: c.last_message_sender_name,
    last_message_failed: c.last_message_failed ?? false,
    archive: c.archive ?? false,
    pause: c.pause ?? false,
    lead_name: c.lead_name,
    lead_empresa: c.lead_empresa,
    phone: c.phone,
    ...(c.window_closes_at === undefined ? {} : { window_closes_at: c.window_closes_at }),
    ...(c.free_until ? { free_until: c.free_until } : {}),
    ...(c.agent_id ? { agent_id: c.agent_id } : {}),
    ...(c.updated_at ? { updated_at: c.updated_at } : {}),
    ...(c.total_messages == null ? {} : { total_messages: c.total_messages }),
    ...(c.last_seq == null ? {} : { last_seq: c.last_seq }),
  }
}
