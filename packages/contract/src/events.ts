import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from './constants.ts'
import { message, messageRole } from './entities/conversations/message.ts'
import { STORAGE_STATES } from './entities/files/storage.ts'
import { BUDGET_STATES } from './entities/reports/cost.ts'
import { numberHistoryImport } from './entities/whatsapp/channel.ts'
import { id, idempotencyKey, timestamp } from './fields.ts'

/**
 * Real-time events over Socket.IO (EVENT in docs/items.md). Fields that docs/items.md does not specify are Prosa extensions and optional
 * for clients.
 */

const userName = z.string().check(z.maxLength(200))

/**
 * Schemas of the events that a client sends to the server. `userId` and `tenantId` are part of the specification, but the server does not
 * trust them: it uses the user and tenant of the connection's token.
 */
export const clientEvents = {
  join_user_room: z.object({ userId: id, tenantId: id }),
  join_conversation: z.object({ leadId: id, userId: id, tenantId: id }),
  leave_conversation: z.object({ leadId: id }),
  typing_start: z.object({ leadId: id, userName, userId: id }),
  typing_stop: z.object({ leadId: id, userName, userId: id }),
  optimistic_message: z.object({
    tempMessageId: idempotencyKey,
    content: z.string().check(z.minLength(1), z.maxLength(MESSAGE_MAX_CHARS)),
    userName,
    timestamp,
    userId: id,
    leadId: id,
  }),
} as const
export type ClientEventName = keyof typeof clientEvents
export type ClientEvent<N extends ClientEventName> = z.infer<(typeof clientEvents)[N]>

/**
 * Data that the server returns to a client for a successful event. `lastSeq`: after joining a lead's room, the sequence number of the
 * newest message in each of the lead's conversations, by conversation id.
 */
export interface EventResponse {
  lastSeq?: Readonly<Record<string, number>>
}

/** Acknowledgement of an event, for a client that passes a callback: success, or the error code of the failure (errors.ts). */
export type EventAck = ({ ok: true } & EventResponse) | { ok: false; code: string }

const listMessage = z.object({ messageId: id, role: messageRole, timestamp })

/** Schemas of the events that the server sends to clients. */
export const serverEvents = {
  /** A new or changed message in a conversation of a lead whose room the client has joined. */
  lead: z.object({ leadId: id, message, conversationId: z.optional(id) }),
  typing_indicator: z.object({ userId: id, userName: z.string(), isTyping: z.boolean(), timestamp, leadId: z.optional(id) }),
  agent_typing_indicator: z.object({ leadId: id, agentId: id, agentName: z.string(), isAgentTyping: z.boolean(), timestamp }),
  /**
   * A conversation of the tenant changed. Clients overwrite the fields that are present (gap G04). `newMessage` is missing if no message
   * was added.
   */
  conversation_list_updated: z.object({
    leadId: id,
    newMessage: z.nullish(listMessage),
    conversationId: z.optional(id),
    agent_id: z.optional(id),
    conversation_status: z.nullish(z.string()),
    status_message: z.nullish(z.string()),
    stage: z.nullish(z.string()),
    needs_attention: z.optional(z.boolean()),
    attention_reason: z.nullish(z.string()),
    total_messages: z.optional(z.number()),
    last_client_message_at: z.nullish(timestamp),
    last_agent_message_at: z.nullish(timestamp),
    updated_at: z.optional(timestamp),
    /** Unread messages of one user. Sent only to that user. */
    unreadCount: z.optional(z.number()),
    lead_context_summary: z.nullish(z.string()),
    last_seq: z.optional(z.int()),
    last_message_preview: z.nullish(z.string()),
    last_message_from: z.nullish(z.string()),
    last_message_sender_id: z.nullish(id),
    last_message_sender_name: z.nullish(z.string()),
    last_message_failed: z.optional(z.boolean()),
    window_closes_at: z.nullish(timestamp),
    free_until: z.nullish(timestamp),
    archive: z.optional(z.boolean()),
    pause: z.optional(z.boolean()),
    lead_name: z.nullish(z.string()),
    lead_empresa: z.nullish(z.string()),
    phone: z.nullish(z.string()),
  }),
  optimistic_message: z.object({
    leadId: id,
    userId: id,
    content: z.string(),
    userName: z.string(),
    tempMessageId: z.optional(idempotencyKey),
    timestamp: z.optional(timestamp),
  }),
  mark_read_error: z.object({ conversationId: z.optional(id), message: z.optional(z.string()) }),
  /** The delivery status of a message changed. Prosa extension. */
  message_delivery: z.object({
    leadId: id,
    conversationId: id,
    messageId: id,
    delivery: z.string(),
    delivery_error: z.nullish(z.string()),
    /** Time of the new status, as reported by the channel if it does so. */
    at: z.nullish(timestamp),
  }),
  /**
   * A lead was merged into another (`into`), where its conversation continues. Clients that display the conversation navigate there. Prosa
   * extension.
   */
  conversation_joined: z.object({ leadId: id, conversationId: id, into: z.object({ leadId: id, conversationId: id }) }),
  /**
   * The state of a channel's account changed: access was lost or restored, or its problems or imported history changed. Prosa extension.
   */
  channel_updated: z.object({
    channel: z.string(),
    accountId: id,
    status: z.string(),
    sync: z.optional(numberHistoryImport),
    problems: z.optional(z.array(z.object({ code: z.string(), severity: z.string() }))),
  }),
  /** Data of a lead changed: pause and the user who paused, archive flag, or name. Prosa extension. */
  lead_updated: z.object({ leadId: id }),
  /** The permissions of the user changed. The client fetches `/auth/me` again. Prosa extension. */
  access_changed: z.object({}),
  /** A new device signed in to the user's account (TRUST-15). Prosa extension. */
  session_new: z.object({ sessionId: id, device: z.string(), ip: z.string(), at: timestamp }),
  /** An export that the user requested is ready or has failed. Prosa extension. */
  export_ready: z.object({ exportId: id, state: z.enum(['ready', 'failed']), filename: z.string() }),
  /** The state of a knowledge source changed. Prosa extension. */
  knowledge_updated: z.object({ source_id: id, state: z.enum(['reading', 'ready', 'failed', 'deleted']) }),
  /** A lead asked a question that no passage answers, or the state of such a question changed. Prosa extension. */
  knowledge_question: z.object({ question_id: id, state: z.enum(['open', 'suggested', 'answered', 'dismissed']) }),
  /** An agent, its draft or its published settings changed. `version`: number of the published version. Prosa extension. */
  agent_updated: z.object({ agent_id: id, version: z.int() }),
  /** Progress of a check run of an agent's corrections. `red`: number of failed corrections. Prosa extension. */
  run_updated: z.object({ agent_id: id, run_id: id, done: z.int(), total: z.int(), red: z.int() }),
  /** The month's cost of agents reached 80 % or 100 % of the monthly limit, or fell below such a threshold. Prosa extension. */
  budget_updated: z.object({ state: z.enum(BUDGET_STATES) }),
  /** The organisation's files reached 80 % or 100 % of the storage quota, or fell below such a threshold. Prosa extension. */
  storage_updated: z.object({ state: z.enum(STORAGE_STATES) }),
  /** The session of this connection has ended. The client signs out and does not reconnect. Prosa extension. */
  session_ended: z.object({ code: z.string() }),
} as const
export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof serverEvents)[N]>

/** Types of the events for the type parameters of Socket.IO. */
export type ServerToClient = { [N in ServerEventName]: (payload: ServerEvent<N>) => void }
export type ClientToServer = { [N in ClientEventName]: (payload: ClientEvent<N>, ack?: (answer: EventAck) => void) => void }

/** Error code in `data.code` of the event `connect_error`: the connection was rejected because its token is invalid. */
export const SOCKET_AUTH_ERROR_CODE = 'TOKEN_INVALID'
