import * as z from 'zod/mini'
import { UNREAD_COUNTS_MAX_IDS } from '../../constants.ts'
import { defineCall } from '../../define-call.ts'
import { conversation, conversationWithHistory } from '../../entities/conversations/conversation.ts'
import { message, sentMediaType } from '../../entities/conversations/message.ts'
import { choicesShape, contactShape, locationShape } from '../../entities/conversations/structured-content-shape.ts'
import { afterSeqParam, cursorQuery, id, listQuery, queryFlag, requestDateTime, searchText, timestamp } from '../../fields.ts'
import { INBOX_ENDPOINTS } from '../../inbox-endpoints.ts'
import { paginationFields, successWithData, successWithoutData } from '../../responses.ts'
import { messageText } from '../../rules/conversations/message-text.ts'

const conversationParams = z.object({ leadId: id, conversationId: id })

/**
 * Returns the conversations of an agent, the most recent first. Without `paginate`, `limit` and `cursor`, returns all of them, up to a
 * maximum that the server sets.
 */
export const listConversations = defineCall({
  ...INBOX_ENDPOINTS.listConversations,
  summary: 'Conversas de um agente, da mais recente para a mais antiga.',
  params: z.object({ agentId: id }),
  query: z.strictObject({
    ...listQuery,
    ...cursorQuery,
    lead_id: z.optional(id),
    phone: z.optional(searchText),
    conversation_status: z.optional(searchText),
    stage: z.optional(searchText),
    sortBy: z.optional(z.enum(['last_message', 'last_client_message_at', 'created_at'])),
    needs_attention: z.optional(queryFlag),
    archive: z.optional(queryFlag),
    unread: z.optional(queryFlag),
    updated_since: z.optional(requestDateTime),
  }),
  answer: successWithData(
    z.object({ conversations: z.array(conversation), ...paginationFields, server_time: z.optional(timestamp) }),
  ),
})

/**
 * Returns a conversation and a page of its messages, oldest first: the `limit` newest ones, those before `cursor`, or those after
 * `afterSeq`.
 */
export const getConversation = defineCall({
  name: 'getConversation',
  method: 'GET',
  path: '/conversations/lead/:leadId/:conversationId',
  summary: 'Uma conversa com seu histórico.',
  params: conversationParams,
  query: z.strictObject({
    limit: listQuery.limit,
    ...cursorQuery,
    afterSeq: z.optional(afterSeqParam),
    /** Id of a message. The page contains this message with 30 messages on each side. */
    around: z.optional(id),
    /** The returned `newerCursor`, to fetch the next newer page. */
    newer: cursorQuery.cursor,
    /** Adds older messages that have changed since this time, before the messages after `afterSeq`. */
    changed_since: z.optional(requestDateTime),
  }),
  answer: successWithData(conversationWithHistory),
})

export const sendMessage = defineCall({
  name: 'sendMessage',
  method: 'POST',
  path: '/conversations/lead/:leadId/:conversationId/messages',
  acceptsIdempotencyKey: true,
  summary:
    'Envia ao lead, como o agente, um texto, um arquivo com sua legenda, uma localização, um contato ou uma pergunta com opções, em resposta a uma mensagem ou não; Idempotency-Key garante que seja um só.',
  params: conversationParams,
  /** `content` is the caption if `file_id` is set. rules/conversations/outgoing-message.ts defines which fields may be combined. */
  body: z.object({
    content: messageText,
    file_id: z.optional(id),
    as: z.optional(sentMediaType),
    location: z.optional(locationShape),
    contact: z.optional(contactShape),
    choices: z.optional(choicesShape),
    reply_to: z.optional(id),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.optional(z.object({ message: z.optional(message) })),
  }),
})

export const setAttention = defineCall({
  name: 'setAttention',
  method: 'PATCH',
  path: '/conversations/lead/:leadId/:conversationId/attention',
  summary: 'Marca ou desmarca a conversa como necessitando atenção.',
  params: conversationParams,
  body: z.object({ needs_attention: z.boolean() }),
  answer: successWithData(z.object({ needs_attention: z.boolean() })),
})

const unreadCount = z.object({ conversationId: id, unreadCount: z.number() })

export const unreadCounts = defineCall({
  name: 'unreadCounts',
  method: 'GET',
  path: '/conversations/unread-counts',
  summary: 'Não lidas de cada conversa que tem alguma.',
  answer: successWithData(z.object({ unreadCounts: z.array(unreadCount) })),
})

export const unreadCountsForConversations = defineCall({
  name: 'unreadCountsFor',
  method: 'POST',
  path: '/conversations/unread-counts-for-conversations',
  summary: 'Não lidas das conversas pedidas.',
  body: z.object({ conversationIds: z.array(id).check(z.maxLength(UNREAD_COUNTS_MAX_IDS)) }),
  answer: successWithData(z.object({ unreadCounts: z.record(z.string(), z.number()) })),
})

export const markRead = defineCall({
  name: 'markRead',
  method: 'POST',
  path: '/conversations/:conversationId/mark-read',
  summary: 'Marca a conversa como lida para este usuário, até uptoSeq quando dado.',
  params: z.object({ conversationId: id }),
  body: z.object({ leadId: id, uptoSeq: z.optional(z.int().check(z.gte(0))) }),
  answer: successWithoutData,
})
