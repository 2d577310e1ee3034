import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from './constants.ts'
import { message, messageRole } from './entities/conversations/message.ts'
import { STORAGE_STATES } from './entities/files/storage.ts'
import { BUDGET_STATES } from './entities/reports/cost.ts'
import { numberHistoryImport } from './entities/whatsapp/channel.ts'
import { id, idempotencyKey, timestamp } from './fields.ts'

/** Real-time events (EVENT in docs/items.md). Fields that are not in that list are Prosa extensions and optional for clients. */

const userName = z.string().check(z.maxLength(200))

/** Events from client to server. The ids of user and tenant are specified but not trusted: the server uses those of the token. */
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

/** Data returned to a client with a successful event. After joining a lead: the newest sequence number of each of its conversations. */
export interface EventResponse {
  lastSeq?: Readonly<Record<string, number>>
}

/** Acknowledgement for a client that passes a callback: success, or the reason of the failure (a code of errors.ts). */
export type EventAck = ({ ok: true } & EventResponse) | { ok: false; code: string }

const listMessage = z.object({ messageId: id, role: messageRole, timestamp })

/** Events from server to client. */
export const serverEvents = {
  /** A message of a lead whose room the client has joined. */
  lead: z.object({ leadId: id, message, conversationId: z.optional(id) }),
  typing_indicator: z.object({ userId: id, userName: z.string(), isTyping: z.boolean(), timestamp, leadId: z.optional(id) }),
  agent_typing_indicator: z.object({ leadId: id, agentId: id, agentName: z.string(), isAgentTyping: z.boolean(), timestamp }),
  /** A conversation of the tenant changed. Present fields overwrite (gap G04). `newMessage` is missing without a new message. */
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
    /** Sent to one user only, because counts are per user. */
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
  /** Prosa extension: delivery status of a message. */
  message_delivery: z.object({
    leadId: id,
    conversationId: id,
    messageId: id,
    delivery: z.string(),
    delivery_error: z.nullish(z.string()),
    /** Time of the status, from the channel if it reports one. */
    at: z.nullish(timestamp),
  }),
  /** Prosa extension: a lead was merged into another, and its conversation continues there. Clients that show it navigate there. */
  conversation_joined: z.object({ leadId: id, conversationId: id, into: z.object({ leadId: id, conversationId: id }) }),
  /** Prosa extension: access to a channel's account was lost or restored, or its problems or imported history changed. */
  channel_updated: z.object({
    channel: z.string(),
    accountId: id,
    status: z.string(),
    sync: z.optional(numberHistoryImport),
    problems: z.optional(z.array(z.object({ code: z.string(), severity: z.string() }))),
  }),
  /** Prosa extension: data of the lead changed (pause with its holder, archive flag, name). */
  lead_updated: z.object({ leadId: id }),
  /** Prosa extension: the user's permissions changed. The client fetches `/auth/me` again. */
  access_changed: z.object({}),
  /** Prosa extension: a sign-in to the user's account from a new device (TRUST-15). */
  session_new: z.object({ sessionId: id, device: z.string(), ip: z.string(), at: timestamp }),
  /** Prosa extension: an export requested by the user is ready or failed. */
  export_ready: z.object({ exportId: id, state: z.enum(['ready', 'failed']), filename: z.string() }),
  /** Prosa extension: the state of a knowledge source changed. */
  knowledge_updated: z.object({ source_id: id, state: z.enum(['reading', 'ready', 'failed', 'deleted']) }),
  /** Prosa extension: a lead asked a question that no passage answers, or the state of one changed. */
  knowledge_question: z.object({ question_id: id, state: z.enum(['open', 'suggested', 'answered', 'dismissed']) }),
  /** Prosa extension: an agent, its draft or its published settings changed. `version` is the published one. */
  agent_updated: z.object({ agent_id: id, version: z.int() }),
  /** Prosa extension: progress of checking an agent's corrections. */
  run_updated: z.object({ agent_id: id, run_id: id, done: z.int(), total: z.int(), red: z.int() }),
  /** Prosa extension: the cost of agents reached 80 % or all of the monthly limit, or is below it again. */
  budget_updated: z.object({ state: z.enum(BUDGET_STATES) }),
  /** Prosa extension: files reached 80 % or all of the storage quota, or are below it again. */
  storage_updated: z.object({ state: z.enum(STORAGE_STATES) }),
  /** Prosa extension: this session has ended. The client signs out instead of reconnecting. */
  session_ended: z.object({ code: z.string() }),
} as const
export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof serverEvents)[N]>

/** Event types for Socket.IO's generics. */
export type ServerToClient = { [N in ServerEventName]: (payload: ServerEvent<N>) => void }
export type ClientToServer = { [N in ClientEventName]: (payload: ClientEvent<N>, ack?: (answer: EventAck) => void) => void }

/** Reason of a rejected connection, in `data.code` of `connect_error`. */
export const SOCKET_AUTH_ERROR_CODE = 'TOKEN_INVALID'
