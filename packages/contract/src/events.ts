import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from './constants.ts'
import { numberSync } from './entities/channel.ts'
import { BUDGET_STATES } from './entities/cost.ts'
import { message, messageRole } from './entities/message.ts'
import { STORAGE_STATES } from './entities/storage.ts'
import { id, idempotencyKey, timestamp } from './fields.ts'

/** Real-time events (EVENT in docs/items.md). Fields that it does not list are ours and optional to a client. */

const userName = z.string().check(z.maxLength(200))

/** Client to server. Ids of user and tenant are as specified and never trusted: the token says who it is. */
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

/** What a client learns by an event that was carried out: who joins a lead, where each of its conversations is by then. */
export interface EventAnswer {
  lastSeq?: Readonly<Record<string, number>>
}

/** What a client that passes a callback hears: an event was carried out, or why not (a code of errors.ts). */
export type EventAck = ({ ok: true } & EventAnswer) | { ok: false; code: string }

const listMessage = z.object({ messageId: id, role: messageRole, timestamp })

/** Server to client. */
export const serverEvents = {
  /** A message of the conversation whose lead room the client is in. */
  lead: z.object({ leadId: id, message, conversationId: z.optional(id) }),
  typing_indicator: z.object({ userId: id, userName: z.string(), isTyping: z.boolean(), timestamp, leadId: z.optional(id) }),
  agent_typing_indicator: z.object({ leadId: id, agentId: id, agentName: z.string(), isAgentTyping: z.boolean(), timestamp }),
  /** A conversation of the tenant changed; what is present overwrites (gap G04). `newMessage` is absent when no message came. */
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
    /** Sent to one user only: counts are per user. */
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
  /** Ours: how far a message went on its channel. */
  message_delivery: z.object({
    leadId: id,
    conversationId: id,
    messageId: id,
    delivery: z.string(),
    delivery_error: z.nullish(z.string()),
    /** When, by the channel's clock where that tells. */
    at: z.nullish(timestamp),
  }),
  /** Ours: a lead turned out to be another, and its conversation goes on there; who is in it follows. */
  conversation_joined: z.object({ leadId: id, conversationId: id, into: z.object({ leadId: id, conversationId: id }) }),
  /** Ours: a channel's account works again, its service refuses us, or more of its past has come in; staff see it under the settings. */
  channel_updated: z.object({
    channel: z.string(),
    accountId: id,
    status: z.string(),
    sync: z.optional(numberSync),
    problems: z.optional(z.array(z.object({ code: z.string(), severity: z.string() }))),
  }),
  /** Ours: the lead's own data changed (pause with its holder, archive, name). */
  lead_updated: z.object({ leadId: id }),
  /** Ours: what this person may do is another thing now; the client asks `/auth/me` again. */
  access_changed: z.object({}),
  /** Ours: somebody entered this person's account from a device that was not theirs yet (TRUST-15). */
  session_new: z.object({ sessionId: id, device: z.string(), ip: z.string(), at: timestamp }),
  /** Ours: a file that this person asked for is there, or could not be made. */
  export_ready: z.object({ exportId: id, state: z.enum(['ready', 'failed']), filename: z.string() }),
  /** Ours: a source of knowledge was read, or could not be. */
  knowledge_updated: z.object({ source_id: id, state: z.enum(['reading', 'ready', 'failed', 'deleted']) }),
  /** Ours: a lead asked what no passage answers, or a person answered it. */
  knowledge_question: z.object({ question_id: id, state: z.enum(['open', 'suggested', 'answered', 'dismissed']) }),
  /** Ours: an agent, its draft or what is published of it changed; `version` is the one that rules. */
  agent_updated: z.object({ agent_id: id, version: z.int() }),
  /** Ours: how far the checking of an agent's corrections is. */
  run_updated: z.object({ agent_id: id, run_id: id, done: z.int(), total: z.int(), red: z.int() }),
  /** Ours: agents have come to 80 % or all of what they may cost in a month, or are below it again. */
  budget_updated: z.object({ state: z.enum(BUDGET_STATES) }),
  /** Ours: files have come to 80 % or all of the room that they have, or are below it again. */
  storage_updated: z.object({ state: z.enum(STORAGE_STATES) }),
  /** Ours: this session has ended; the client signs out instead of reconnecting. */
  session_ended: z.object({ code: z.string() }),
} as const
export type ServerEventName = keyof typeof serverEvents
export type ServerEvent<N extends ServerEventName> = z.infer<(typeof serverEvents)[N]>

/** Types of both sockets, for Socket.IO's generics. */
export type ServerToClient = { [N in ServerEventName]: (payload: ServerEvent<N>) => void }
export type ClientToServer = { [N in ClientEventName]: (payload: ClientEvent<N>, ack?: (answer: EventAck) => void) => void }

/** The reason of a refused connection, as `connect_error` carries it in `data.code`. */
export const SOCKET_AUTH_REFUSED = 'TOKEN_INVALID'
