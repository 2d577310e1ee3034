import { type AsksFor, type Bubbles, type OpenHours, TURNS_WITHOUT_PERSON } from '@prosa/contract/entities/agent'
import type { MessageWriter } from '@prosa/contract/entities/conversation'
import { OPT_OUT_BY } from '@prosa/contract/entities/lead'
import type { Attachment, DeliveryState } from '@prosa/contract/entities/message'
import type { Transcript } from '@prosa/contract/entities/transcript'
import { isNotNull, sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AboutFile } from '../../about-file.ts'
import type { JsonObject } from '../../json.ts'
import { users } from './accounts.ts'
import { at, createdAt, updatedAt } from './columns.ts'
import { tenantId } from './tenants.ts'

export const agents = pgTable(
  'agents',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    active: boolean().notNull().default(true),
    /** Who the agent is, and what it has to know and do; both in staff's words. */
    persona: text(),
    instructions: text(),
    /** Phrases that it must not say. */
    never: text().array().notNull().default([]),
    /** When the team answers, in the tenant's time zone; null: nobody said. */
    hours: jsonb().$type<OpenHours[]>(),
    /** Null: the server's model. */
    model: text(),
    /** False: follows its written playbook although the server has a language model. */
    useModel: boolean('use_model').notNull().default(true),
    /** Questions of its own, asked besides those of its type or in their place. */
    questions: text().array().notNull().default([]),
    replaceQuestions: boolean('replace_questions').notNull().default(false),
    /** What it asks about money; 'auto': by the organisation's name. */
    asksFor: text('asks_for').$type<AsksFor>().notNull().default('auto'),
    /** How what it says in one turn leaves where each message costs: as one, or as it is written (COST-06). */
    bubbles: text().$type<Bubbles>().notNull().default('one'),
    /** Turns in 24 hours after which it calls a person. */
    turnsWithoutPerson: integer('turns_without_person').notNull().default(TURNS_WITHOUT_PERSON.usual),
    /** Number of the published version that its settings are (schema/versions.ts). */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('agents_id').on(t.id)],
)

export const leads = pgTable(
  'leads',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    name: text(),
    company: text(),
    /** International, with +. */
    phone: text(),
    /** Digits without the Brazilian ninth digit: one lead, however its number is written. */
    phoneKey: text('phone_key'),
    email: text(),
    origin: text(),
    /** `import`: it came with what a phone handed over of its past, and is no new lead; null: it wrote. */
    entry: text({ enum: ['import'] }),
    /** `contacts`: the name is that of the phone's address book, and gives way to any other. */
    nameFrom: text('name_from', { enum: ['contacts'] }),
    /** Who this lead is on its channel (a web chat visitor, a phone on WhatsApp). */
    channelKey: text('channel_key'),
    /** The same lead by its second name on the channel (WhatsApp's business-scoped id); either may come without the other. */
    channelUserKey: text('channel_user_key'),
    pause: boolean().notNull().default(false),
    pausedBy: uuid('paused_by'),
    pausedByName: text('paused_by_name'),
    pauseReason: text('pause_reason'),
    pausedAt: at('paused_at'),
    pauseUntil: at('pause_until'),
    archive: boolean().notNull().default(false),
    /** Since when the lead is not to be written to unasked, who said so and in which words; null: it may be (kernel/may-initiate.ts). */
    optOutAt: at('opt_out_at'),
    optOutBy: text('opt_out_by', { enum: OPT_OUT_BY }),
    optOutWords: text('opt_out_words'),
    /** The channel asks for no marketing before then (kernel/may-initiate.ts). */
    marketingAfter: at('marketing_after'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set on what is left of a lead whose data were erased: a row that statistics count, and that stands for nobody. */
    erasedAt: at('erased_at'),
    /** Searched text: name and company without accents, and the phone in each of its forms; kernel/db/lead-search.ts. */
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
    tenantId: tenantId(),
    id: uuid().notNull(),
    leadId: uuid('lead_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    channel: text().notNull(),
    /** Which account of the channel the lead last wrote to (a WhatsApp number), and the lead's address there. */
    channelAccountId: uuid('channel_account_id'),
    channelAddress: text('channel_address'),
    /**
     * Keyed hash of the address that a web chat visitor last wrote from, another each day (kernel/http/address-digest.ts). Cleared once the day
     * is over.
     */
    addressKey: uuid('address_key'),
    status: text().notNull().default('active'),
    statusMessage: text('status_message'),
    stage: text().notNull().default('conexao'),
    needsAttention: boolean('needs_attention').notNull().default(false),
    attentionReason: text('attention_reason'),
    /** Messages whose failed delivery asks for attention, oldest first; a delivery or a person removes them. */
    undelivered: uuid().array().notNull().default(sql`'{}'`),
    summary: text(),
    /** The lead's archive flag, kept here too: the list filters by it. Only leads.ts's archive command writes both. */
    archive: boolean().notNull().default(false),
    /** The conversation that has its messages now: two leads turned out to be one (decision 007). Nothing comes here any more. */
    mergedInto: uuid('merged_into'),
    /** What the playbook agent remembers between turns. */
    assistantState: jsonb('assistant_state').$type<JsonObject>(),
    /** The newest lead message that a turn has dealt with. */
    answeredSeq: integer('answered_seq').notNull().default(0),
    /** Sounds that were answered unheard and have become text since: they get a turn, where nobody has written meanwhile. */
    lateSeqs: integer('late_seqs').array().notNull().default(sql`'{}'`),
    lastSeq: integer('last_seq').notNull().default(0),
    /** How many of the places up to `last_seq` are reactions, which count as no message. */
    reactions: integer().notNull().default(0),
    /** Lead messages so far: unread counts are differences of it. */
    leadMessages: integer('lead_messages').notNull().default(0),
    /** How many had joined when the lead last wrote: whoever joined since has nothing to read here (docs/decisions/029). */
    joinsSeen: integer('joins_seen').notNull().default(0),
    lastMessagePreview: text('last_message_preview'),
    /** Who wrote the newest message; null: it is older than this column. */
    lastMessageFrom: text('last_message_from').$type<MessageWriter>(),
    lastSenderId: uuid('last_sender_id'),
    lastSenderName: text('last_sender_name'),
    /** The newest message is ours, and its channel did not take it. */
    lastMessageFailed: boolean('last_message_failed').notNull().default(false),
    /** The newest message of our side was a person's: the next one of a person is no take-over. */
    heldByPerson: boolean('held_by_person').notNull().default(false),
    /** Since when the lead waits for an answer; null while nobody owes one. */
    waitingSince: at('waiting_since'),
    lastClientMessageAt: at('last_client_message_at'),
    lastAgentMessageAt: at('last_agent_message_at'),
    /** Until when its channel charges nothing: the lead came from an advertisement. */
    freeUntil: at('free_until'),
    /** When imported history, a reaction or a message older than the newest last came in: it moves no row of the list, but lists ask for it. */
    pastChangedAt: at('past_changed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The list's order: the greatest of the three times (gap G01). */
    lastActivityAt: at('last_activity_at')
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
    tenantId: tenantId(),
    conversationId: uuid('conversation_id').notNull(),
    seq: integer().notNull(),
    id: uuid().notNull(),
    role: text({ enum: ['humano', 'AI'] }).notNull(),
    type: text().notNull().default('text'),
    content: text().notNull(),
    manual: boolean().notNull().default(false),
    senderId: uuid('sender_id'),
    senderName: text('sender_name'),
    /** The sender's Idempotency-Key, colons written as spaces, or a key of our own (kernel/http/idempotency-key.ts). */
    clientKey: text('client_key'),
    /** Lead messages of the conversation up to and including this one. */
    leadMessages: integer('lead_messages').notNull(),
    attachment: jsonb().$type<Attachment>(),
    /** What is said in its sound (schema/transcripts.ts); null: it has none, or nobody transcribes. */
    transcript: jsonb().$type<{ state: Transcript['state']; text: string }>(),
    /** What is known of a lead's file by its content; null: nobody looked. */
    aboutFile: jsonb('about_file').$type<AboutFile>(),
    /** How far a message of ours went on its channel (contract: DELIVERY_STATES); null for a lead's message. */
    delivery: text().$type<DeliveryState>(),
    deliveryError: text('delivery_error'),
    /** Set before a message leaves, cleared by what came of it: one that is found set was cut off, and may have gone. */
    attemptedAt: at('attempted_at'),
    /** Attempts that the channel refused for now, and when to try the next. */
    attempts: integer().notNull().default(0),
    attemptAfter: at('attempt_after'),
    /** The channel's own id of the message. */
    channelId: text('channel_id'),
    /** An answer's delay: milliseconds that the lead had waited; null for any other message. */
    responseMs: integer('response_ms'),
    /** What the agent did for it: engine, model, tools, tokens, cost, time. */
    meta: jsonb().$type<JsonObject>(),
    createdAt: createdAt(),
    /** Since when it reads otherwise than it came, and since when it is taken back; by the channel's clock. */
    editedAt: at('edited_at'),
    revokedAt: at('revoked_at'),
    /** When anything of it was last changed, by ours: whoever was away asks for what changed since. */
    changedAt: at('changed_at'),
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

/** How far each user has read; only ever rises. */
export const conversationReads = pgTable(
  'conversation_reads',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    readSeq: integer('read_seq').notNull(),
    /** Lead messages up to readSeq: unread = the conversation's lead messages less these. */
    leadMessages: integer('lead_messages').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.conversationId] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
  ],
)
