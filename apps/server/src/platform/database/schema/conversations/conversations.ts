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
    /** Role and personality of the agent, as written by users. `instructions`: what the agent must know and do. */
    persona: text(),
    instructions: text(),
    /** Phrases that the agent must not use. */
    never: text().array().notNull().default([]),
    /** Opening hours of the team, in the organisation's time zone; null if not set. */
    hours: jsonb().$type<OpeningHours[]>(),
    /** Language model of the agent; null for the server's default model. */
    model: text(),
    /**
     * Whether the agent answers with a language model. If false, the agent follows its scripted playbook, even if the server has a model.
     */
    useModel: boolean('use_model').notNull().default(true),
    /** Additional questions that the agent asks leads. If `replaceQuestions`, they replace the questions of the agent's type. */
    questions: text().array().notNull().default([]),
    replaceQuestions: boolean('replace_questions').notNull().default(false),
    /** Topic of the agent's question about money. 'auto' selects the topic by the organisation's name. */
    asksFor: text('asks_for').$type<MoneyQuestionTopic>().notNull().default('auto'),
    /**
     * How the text of one turn (one reply of the agent) is sent on channels that charge for each message: joined into one message, or in
     * several as written (COST-06).
     */
    bubbles: text().$type<BubbleMode>().notNull().default('one'),
    /** Number of turns in 24 hours after which the agent requests help from a user. */
    turnsWithoutPerson: integer('turns_without_person').notNull().default(UNATTENDED_TURN_LIMITS.defaultValue),
    /** Number of the published version whose settings this row contains (schema/agents/versions.ts). */
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
    /** Digits of the phone number without the Brazilian ninth digit, so that both forms of a phone number match the same lead. */
    phoneKey: text('phone_key'),
    email: text(),
    origin: text(),
    /** `import`: the lead was created by imported history and does not count as a new lead. Null: the lead wrote a message. */
    entry: text({ enum: ['import'] }),
    /** `contacts`: the name comes from the address book of the team's phone. Any name from another origin replaces it. */
    nameFrom: text('name_from', { enum: ['contacts'] }),
    /** Identifier of the lead on the channel: a web chat visitor's id, or a phone number on WhatsApp. */
    channelKey: text('channel_key'),
    /** Second identifier of the lead on the channel (WhatsApp's business-scoped id). A message may contain only one of the two. */
    channelUserKey: text('channel_user_key'),
    pause: boolean().notNull().default(false),
    pausedBy: uuid('paused_by'),
    pausedByName: text('paused_by_name'),
    pauseReason: text('pause_reason'),
    pausedAt: timestampColumn('paused_at'),
    pauseUntil: timestampColumn('pause_until'),
    archive: boolean().notNull().default(false),
    /**
     * When the lead opted out of unsolicited messages, who recorded the opt-out, and the lead's words. Null if the lead did not opt out
     * (leads/unsolicited-messages.ts).
     */
    optOutAt: timestampColumn('opt_out_at'),
    optOutBy: text('opt_out_by', { enum: OPT_OUT_SOURCES }),
    optOutWords: text('opt_out_words'),
    /** Time before which no marketing may be sent to the lead, as the channel requested (leads/unsolicited-messages.ts). */
    marketingAfter: timestampColumn('marketing_after'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** When the lead's personal data were erased; null otherwise. After that the row is only counted in statistics. */
    erasedAt: timestampColumn('erased_at'),
    /**
     * Text that the search compares: name and company without accents, and the phone number in all its forms
     * (database/queries/lead-search.ts).
     */
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
    /** WhatsApp number to which the lead last wrote, and the lead's address on that channel. */
    channelAccountId: uuid('channel_account_id'),
    channelAddress: text('channel_address'),
    /**
     * Keyed hash of the IP address from which a web chat visitor last wrote (http/client-address/hash-ip-address.ts). The hash changes
     * daily and is cleared after the day.
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
     * Copy of the lead's archive flag, by which the list of conversations is filtered. Only the archive command in leads.ts writes both.
     */
    archive: boolean().notNull().default(false),
    /**
     * Conversation that received this conversation's messages when two leads were merged (decision 007). A merged conversation gets no new
     * messages.
     */
    mergedInto: uuid('merged_into'),
    /** State of the scripted playbook between turns (replies) of the agent. */
    assistantState: jsonb('assistant_state').$type<JsonObject>(),
    /** `seq` of the newest lead message that a turn (one reply of the agent) has processed. */
    answeredSeq: integer('answered_seq').notNull().default(0),
    /**
     * `seq` values of audio messages to which the agent replied before they were transcribed. The transcript triggers another turn if
     * no one has written since.
     */
    lateSeqs: integer('late_seqs').array().notNull().default(sql`'{}'`),
    lastSeq: integer('last_seq').notNull().default(0),
    /** Number of reactions among the `seq` values up to `last_seq`. Reactions do not count as messages. */
    reactions: integer().notNull().default(0),
    /** Total number of lead messages. Unread counts are this number minus the number that a user has read. */
    leadMessages: integer('lead_messages').notNull().default(0),
    /**
     * Number of users who had joined the organisation when the lead last wrote. For a user who joined later, nothing in this conversation
     * is unread (docs/decisions/029).
     */
    joinsSeen: integer('joins_seen').notNull().default(0),
    lastMessagePreview: text('last_message_preview'),
    /** Writer of the newest message; null if there is no message. */
    lastMessageFrom: text('last_message_from').$type<MessageAuthor>(),
    lastSenderId: uuid('last_sender_id'),
    lastSenderName: text('last_sender_name'),
    /** Whether the newest message is an outgoing message that its channel did not accept. */
    lastMessageFailed: boolean('last_message_failed').notNull().default(false),
    /** Whether a user wrote the newest outgoing message. If so, the next message of a user does not count as a takeover from the agent. */
    heldByPerson: boolean('held_by_person').notNull().default(false),
    /** Time since which the lead has waited for an answer; null if no answer is due. */
    waitingSince: timestampColumn('waiting_since'),
    lastClientMessageAt: timestampColumn('last_client_message_at'),
    lastAgentMessageAt: timestampColumn('last_agent_message_at'),
    /** Time until which messages are free of charge, because the lead came from an advertisement; null otherwise. */
    freeUntil: timestampColumn('free_until'),
    /**
     * When imported history, a reaction, or a message older than the newest one last arrived. This does not change the order of the list,
     * but clients fetch such changes by this time.
     */
    pastChangedAt: timestampColumn('past_changed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Sort key of the list of conversations: the latest of the three times (gap G01). */
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
    /** The sender's Idempotency-Key with colons replaced by spaces, or a key that the server generated (http/calls/idempotency-key.ts). */
    clientKey: text('client_key'),
    /** Hash of the request that was sent with the key; null for a key that the server generated. */
    requestHash: text('request_hash'),
    /** Number of lead messages in the conversation, up to and including this message. */
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
     * Set before a message is sent, and cleared when the result of sending is stored. If it is still set later, sending was interrupted and
     * the message may have been sent.
     */
    attemptedAt: timestampColumn('attempted_at'),
    /** Number of attempts to send that the channel rejected temporarily. `attemptAfter`: time of the next attempt. */
    attempts: integer().notNull().default(0),
    attemptAfter: timestampColumn('attempt_after'),
    /** The channel's id for the message. */
    channelId: text('channel_id'),
    /** Milliseconds between the lead's message and this answer; null for any message that is not an answer. */
    responseMs: integer('response_ms'),
    /** How the agent produced the message: engine, model, tools, tokens, cost, time. */
    meta: jsonb().$type<JsonObject>(),
    createdAt: createdAt(),
    /** Times of the last edit and of the deletion for everyone, by the channel's clock. */
    editedAt: timestampColumn('edited_at'),
    revokedAt: timestampColumn('revoked_at'),
    /** When the row last changed, by the server's clock. Clients that were offline fetch the changes since their last connection. */
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
    /** Number of lead messages up to `readSeq`. The unread count is the conversation's number of lead messages minus this number. */
    leadMessages: integer('lead_messages').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.conversationId] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)
