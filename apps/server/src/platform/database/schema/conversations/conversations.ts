import {
  type BubbleMode,
  type MoneyQuestionTopic,
  type OpeningHours,
  UNATTENDED_TURN_LIMITS,
} from '@prosa/contract/entities/agents/agent'
import type { MessageAuthor } from '@prosa/contract/entities/conversations/conversation'
import { OPT_OUT_SOURCES } from '@prosa/contract/entities/conversations/lead'
import type { Attachment, DeliveryState } from '@prosa/contract/entities/conversations/message'
import type { Transcript } from '@prosa/contract/entities/conversations/transcript'
import { isNotNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FileContentSummary } from '../../../files/file-content-summary.ts'
import type { JsonObject } from '../../../json/json.ts'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'
import { users } from '../organisation/accounts.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

export const agents = pgTable(
  'agents',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    active: boolean().notNull().default(true),
    /** Role and personality of the agent, as written by users. */
    persona: text(),
    /** Instructions and facts for the agent, as written by users. */
    instructions: text(),
    never: text().array().notNull().default([]),
    /** Opening hours of the team, in the organisation's time zone; null if not set. */
    hours: jsonb().$type<OpeningHours[]>(),
    /** Language model of the agent; null for the server's default model. */
    model: text(),
    /** Whether the agent answers with a language model. If false, the agent follows a fixed script. */
    useModel: boolean('use_model').notNull().default(true),
    /** Additional questions that the agent asks leads. */
    questions: text().array().notNull().default([]),
    /** Whether `questions` replace the default questions of the agent's type instead of extending them. */
    replaceQuestions: boolean('replace_questions').notNull().default(false),
    /** Topic of the agent's question about money. 'auto': derived from the organisation's name. */
    asksFor: text('asks_for').$type<MoneyQuestionTopic>().notNull().default('auto'),
    /** Whether an agent's reply is sent as one message or as several, on channels that charge for each message (COST-06). */
    bubbles: text().$type<BubbleMode>().notNull().default('one'),
    /** Number of the agent's replies in 24 hours after which the agent requests help from a user. */
    turnsWithoutPerson: integer('turns_without_person').notNull().default(UNATTENDED_TURN_LIMITS.defaultValue),
    /** Number of the published version to which these settings belong (schema/agents/versions.ts). */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('agents_id').on(t.id)],
)

export const leads = pgTable(
  'leads',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    name: text(),
    company: text(),
    /** Phone number in international format, with +. */
    phone: text(),
    /** Shortest form of the phone number: Brazilian numbers without the ninth digit. Both notations of a number have the same key. */
    phoneKey: text('phone_key'),
    email: text(),
    origin: text(),
    /** `import`: the lead was created from imported history and does not count as new. Null: the lead wrote a message. */
    entry: text({ enum: ['import'] }),
    /** `contacts`: the name comes from the address book of the team's phone. A name from any other source replaces it. */
    nameFrom: text('name_from', { enum: ['contacts'] }),
    /** Identifier of the lead on the channel: a web chat visitor's id, or a phone number on WhatsApp. */
    channelKey: text('channel_key'),
    /**
     * Second identifier of the lead on the channel (WhatsApp's business-scoped id). A message may contain only one of the two identifiers.
     */
    channelUserKey: text('channel_user_key'),
    pause: boolean().notNull().default(false),
    pausedBy: uuid('paused_by'),
    pausedByName: text('paused_by_name'),
    pauseReason: text('pause_reason'),
    pausedAt: timestampColumn('paused_at'),
    pauseUntil: timestampColumn('pause_until'),
    archive: boolean().notNull().default(false),
    /** When the lead opted out of unsolicited messages; null if the lead did not (leads/unsolicited-messages.ts). */
    optOutAt: timestampColumn('opt_out_at'),
    /** Who recorded the opt-out. */
    optOutBy: text('opt_out_by', { enum: OPT_OUT_SOURCES }),
    /** The lead's message that was the opt-out. */
    optOutWords: text('opt_out_words'),
    /** Time before which no marketing may be sent to the lead, as requested by the channel (leads/unsolicited-messages.ts). */
    marketingAfter: timestampColumn('marketing_after'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** When the lead's personal data were erased; null otherwise. Such a row is only counted in statistics. */
    erasedAt: timestampColumn('erased_at'),
    /** Searchable text: name and company without accents, and the phone number in all its forms (database/queries/lead-search.ts). */
    searchText: text('search_text').generatedAlwaysAs(sql`prosa_lead_text("name", "company", "phone")`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
    index('leads_created').on(t.tenantId, t.createdAt, t.id),
    index('leads_agent_created').on(t.tenantId, t.agentId, t.createdAt, t.id),
    index('leads_phone_key').on(t.tenantId, t.phoneKey),
    uniqueIndex('leads_channel_key').on(t.tenantId, t.agentId, t.channelKey).where(isNotNull(t.channelKey)),
    uniqueIndex('leads_channel_user_key').on(t.tenantId, t.agentId, t.channelUserKey).where(isNotNull(t.channelUserKey)),
    index('leads_pause_until').on(t.pauseUntil).where(isNotNull(t.pauseUntil)),
  ],
)

export const conversations = pgTable(
  'conversations',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    leadId: uuid('lead_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    channel: text().notNull(),
    /** WhatsApp number to which the lead last wrote. */
    channelAccountId: uuid('channel_account_id'),
    /** Address of the lead on the channel. */
    channelAddress: text('channel_address'),
    /**
     * Keyed hash of the IP address from which a web chat visitor last wrote (http/client-address/hash-ip-address.ts). The hash changes
     * daily and is deleted after the day.
     */
    addressKey: uuid('address_key'),
    status: text().notNull().default('active'),
    statusMessage: text('status_message'),
    stage: text().notNull().default('conexao'),
    needsAttention: boolean('needs_attention').notNull().default(false),
    attentionReason: text('attention_reason'),
    /**
     * Ids of messages whose failed delivery needs attention, oldest first. An id is removed when the message is delivered or a user
     * dismisses the failure.
     */
    undelivered: uuid().array().notNull().default(sql`'{}'`),
    summary: text(),
    /**
     * Copy of the lead's `archive` flag, by which the conversation list is filtered. Only the archive command in leads.ts writes the two
     * flags.
     */
    archive: boolean().notNull().default(false),
    /**
     * Conversation into which this one was merged, because both leads are the same person (decision 007). A merged conversation gets no new
     * messages.
     */
    mergedInto: uuid('merged_into'),
    /** State that the agent stores between two replies. */
    assistantState: jsonb('assistant_state').$type<JsonObject>(),
    /** `seq` of the newest lead message that the agent has processed. */
    answeredSeq: integer('answered_seq').notNull().default(0),
    /**
     * `seq` values of audio messages to which the agent replied before they were transcribed. Their transcript triggers another reply if no
     * one has written since.
     */
    lateSeqs: integer('late_seqs').array().notNull().default(sql`'{}'`),
    lastSeq: integer('last_seq').notNull().default(0),
    /** Number of `seq` values up to `lastSeq` that belong to reactions. Reactions do not count as messages. */
    reactions: integer().notNull().default(0),
    /** Total number of lead messages. A user's unread count is this number minus the lead messages that the user has read. */
    leadMessages: integer('lead_messages').notNull().default(0),
    /**
     * Number of users who had joined the organisation when the lead last wrote. All messages count as read for users who joined later
     * (docs/decisions/029).
     */
    joinsSeen: integer('joins_seen').notNull().default(0),
    lastMessagePreview: text('last_message_preview'),
    /** Author of the newest message; null if there is no message. */
    lastMessageFrom: text('last_message_from').$type<MessageAuthor>(),
    lastSenderId: uuid('last_sender_id'),
    lastSenderName: text('last_sender_name'),
    /** Whether the newest message is an outgoing message that its channel did not accept. */
    lastMessageFailed: boolean('last_message_failed').notNull().default(false),
    /** Whether a user wrote the newest outgoing message. Further messages of users then do not count as a takeover from the agent. */
    heldByPerson: boolean('held_by_person').notNull().default(false),
    /** Time since which the lead has waited for an answer; null if no answer is due. */
    waitingSince: timestampColumn('waiting_since'),
    lastClientMessageAt: timestampColumn('last_client_message_at'),
    lastAgentMessageAt: timestampColumn('last_agent_message_at'),
    /** Time until which messages are free of charge, because the lead came from an advertisement; null otherwise. */
    freeUntil: timestampColumn('free_until'),
    /**
     * When imported history, a reaction or a late older message last arrived. These do not move the conversation in the list; clients use
     * this time to fetch them.
     */
    pastChangedAt: timestampColumn('past_changed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Sort key of the conversation list: the latest time of a message or an update (gap G01). */
    lastActivityAt: timestampColumn('last_activity_at')
      .notNull()
      .generatedAlwaysAs(sql`GREATEST("last_client_message_at", "last_agent_message_at", "updated_at")`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.leadId], foreignColumns: [leads.tenantId, leads.id] }),
    index('conversations_list').on(t.tenantId, t.agentId, t.archive, t.lastActivityAt, t.id),
    index('conversations_attention').on(t.tenantId, t.agentId, t.lastActivityAt, t.id).where(sql`needs_attention`),
    index('conversations_lead_stage').on(t.tenantId, t.leadId, t.stage),
    index('conversations_changed').on(t.tenantId, t.agentId, t.updatedAt),
    index('conversations_merged').on(t.tenantId, t.mergedInto).where(isNotNull(t.mergedInto)),
  ],
)

export const messages = pgTable(
  'messages',
  {
    tenantId: tenantIdColumn(),
    conversationId: uuid('conversation_id').notNull(),
    seq: integer().notNull(),
    id: uuid().notNull(),
    role: text({ enum: ['humano', 'AI'] }).notNull(),
    type: text().notNull().default('text'),
    content: text().notNull(),
    manual: boolean().notNull().default(false),
    senderId: uuid('sender_id'),
    senderName: text('sender_name'),
    /**
     * Idempotency key of the request, with colons replaced by spaces, or a key that the server generated (http/calls/idempotency-key.ts).
     */
    clientKey: text('client_key'),
    /** Hash of the request with this idempotency key; null if the server generated the key. */
    requestHash: text('request_hash'),
    /** Number of lead messages in the conversation up to this message, including this message. */
    leadMessages: integer('lead_messages').notNull(),
    attachment: jsonb().$type<Attachment>(),
    /**
     * Transcript of the message's audio (schema/conversations/transcripts.ts). Null if the message has no audio or transcription is not
     * configured.
     */
    transcript: jsonb().$type<{ state: Transcript['state']; text: string }>(),
    /** Summary of the content of a lead's file; null if the content was not analysed. */
    aboutFile: jsonb('about_file').$type<FileContentSummary>(),
    /** Delivery state of an outgoing message on its channel (contract: DELIVERY_STATES); null for a lead's message. */
    delivery: text().$type<DeliveryState>(),
    deliveryError: text('delivery_error'),
    /**
     * When the last attempt to send started. Cleared when its result is stored; if the time remains, sending was interrupted and the
     * message may have been sent.
     */
    attemptedAt: timestampColumn('attempted_at'),
    /** Number of attempts to send that the channel rejected temporarily. */
    attempts: integer().notNull().default(0),
    /** Time of the next attempt to send. */
    attemptAfter: timestampColumn('attempt_after'),
    /** The channel's id for the message. */
    channelId: text('channel_id'),
    /** Milliseconds between the lead's message and this answer; null for any message that is not an answer. */
    responseMs: integer('response_ms'),
    /** How the agent produced the message: engine, model, tools, tokens, cost, time. */
    meta: jsonb().$type<JsonObject>(),
    createdAt: createdAt(),
    /** Time of the last edit, by the channel's clock. */
    editedAt: timestampColumn('edited_at'),
    /** When the message was deleted for everyone, by the channel's clock. */
    revokedAt: timestampColumn('revoked_at'),
    /** When the row last changed, by the server's clock. Clients that reconnect fetch the rows that changed since they were online. */
    changedAt: timestampColumn('changed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.conversationId, t.seq] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    uniqueIndex('messages_id').on(t.tenantId, t.id),
    uniqueIndex('messages_client_key').on(t.tenantId, t.conversationId, t.clientKey).where(isNotNull(t.clientKey)),
    uniqueIndex('messages_channel_id').on(t.tenantId, t.channelId).where(isNotNull(t.channelId)),
    index('messages_created').on(t.tenantId, t.createdAt),
    index('messages_answers').on(t.tenantId, t.createdAt, t.manual, t.responseMs).where(isNotNull(t.responseMs)),
  ],
)

/** Position up to which each user has read each conversation. Positions never decrease. */
export const conversationReads = pgTable(
  'conversation_reads',
  {
    tenantId: tenantIdColumn(),
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    readSeq: integer('read_seq').notNull(),
    /** Number of lead messages up to `readSeq`, from which the unread count is computed. */
    leadMessages: integer('lead_messages').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.conversationId] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)
