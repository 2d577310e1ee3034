import type { Conversation } from '@prosa/contract/entities/conversation'
import type { ServerEvent } from '@prosa/contract/events'
import type { DomainEvent } from '../../kernel/events.ts'
import { type Emission, rooms } from '../../kernel/realtime/rooms.ts'

/** What a domain event of conversations says to whom. Pure; unread counts are per user and so never go to the tenant's room. */
export function emissionsOf(event: DomainEvent): Emission[] {
  switch (event.name) {
    case 'message.stored': {
      const { tenantId, message, conversation } = event.payload
      const { lead_id: leadId, _id: conversationId } = conversation
      const newMessage = { messageId: message.message_id, role: message.role, timestamp: message.timestamp }
      return [
        { room: rooms.lead(tenantId, leadId), event: 'lead', payload: { leadId, conversationId, message } },
        { room: rooms.tenant(tenantId), event: 'conversation_list_updated', payload: { ...listItem(conversation), newMessage } },
      ]
    }
    case 'conversation.changed': {
      const { tenantId, conversation } = event.payload
      return [{ room: rooms.tenant(tenantId), event: 'conversation_list_updated', payload: listItem(conversation) }]
    }
    case 'conversation.joined': {
      const { tenantId, ...joined } = event.payload
      return [{ room: rooms.lead(tenantId, joined.leadId), event: 'conversation_joined', payload: joined }]
    }
    case 'read.moved': {
      const { tenantId, userId, leadId, conversationId, unreadCount } = event.payload
      return [
        {
          room: rooms.user(tenantId, userId),
          event: 'conversation_list_updated',
          payload: { leadId, conversationId, unreadCount },
        },
      ]
    }
    case 'lead.changed':
      return [{ room: rooms.tenant(event.payload.tenantId), event: 'lead_updated', payload: { leadId: event.payload.leadId } }]
    case 'agent.typing': {
      const { tenantId, leadId, agentId, agentName, isTyping, at } = event.payload
      const payload = { leadId, agentId, agentName, isAgentTyping: isTyping, timestamp: at }
      return [{ room: rooms.lead(tenantId, leadId), event: 'agent_typing_indicator', payload }]
    }
    case 'message.delivery': {
      const { tenantId, leadId, conversationId, messageId, delivery, deliveryError } = event.payload
      const payload = { leadId, conversationId, messageId, delivery, delivery_error: deliveryError }
      return [{ room: rooms.lead(tenantId, leadId), event: 'message_delivery', payload }]
    }
    case 'message.changed': {
      const { tenantId, leadId, conversationId, message } = event.payload
      // Told as the message again: whoever holds it brings it up to date.
      return [{ room: rooms.lead(tenantId, leadId), event: 'lead', payload: { leadId, conversationId, message } }]
    }
    case 'channel.changed': {
      const { tenantId, channel, accountId, status } = event.payload
      return [{ room: rooms.tenant(tenantId), event: 'channel_updated', payload: { channel, accountId, status } }]
    }
    case 'user.typing': {
      const { tenantId, leadId, socketId, typing } = event.payload
      return [{ room: rooms.lead(tenantId, leadId), event: 'typing_indicator', payload: typing, exceptRoom: socketId }]
    }
    case 'user.sending': {
      const { tenantId, leadId, socketId, sending } = event.payload
      return [{ room: rooms.lead(tenantId, leadId), event: 'optimistic_message', payload: sending, exceptRoom: socketId }]
    }
    case 'lead.erased':
    case 'events.missed':
    case 'access.changed':
    case 'session.new':
    case 'sessions.ended':
      return []
  }
}

function listItem(c: Conversation): ServerEvent<'conversation_list_updated'> {
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
    ...(c.agent_id ? { agent_id: c.agent_id } : {}),
    ...(c.updated_at ? { updated_at: c.updated_at } : {}),
    ...(c.total_messages == null ? {} : { total_messages: c.total_messages }),
    ...(c.last_seq == null ? {} : { last_seq: c.last_seq }),
  }
}
