import type { Attachment, DeliveryState } from '@prosa/contract/entities/conversations/message'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../json/json.ts'
import { createdAt, timestampColumn, updatedAt } from '../columns.ts'
import { conversations } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'
import { whatsappNumbers } from './whatsapp.ts'

/**
 * Imported history: messages from before a WhatsApp number was linked. A separate table from `messages`, so that no code treats them as new
 * messages.
 */
export const importedMessages = pgTable(
  'past_messages',
  {
    tenantId: tenantIdColumn(),
    /** UUID that increases with time, so that messages of the same second stay in the order of arrival. */
    id: uuid().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** WhatsApp number from whose phone the message was imported. */
    numberId: uuid('number_id').notNull(),
    /** The channel's id for the message. */
    channelId: text('channel_id').notNull(),
    role: text({ enum: ['humano', 'AI'] }).notNull(),
    type: text().notNull(),
    content: text().notNull(),
    attachment: jsonb().$type<Attachment>(),
    /** Delivery state of an outgoing message; null if unknown, or if the lead sent the message. */
    delivery: text().$type<DeliveryState>(),
    meta: jsonb().$type<JsonObject>(),
    /** Time of the message by the channel's clock. */
    saidAt: timestampColumn('said_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('past_messages_channel_id').on(t.tenantId, t.channelId),
    index('past_messages_place').on(t.tenantId, t.conversationId, t.saidAt, t.id),
    index('past_messages_number').on(t.tenantId, t.numberId, t.conversationId),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
  ],
)

/**
 * Texts sent by the WhatsApp app on the team's phone. A text is an automatic reply if several leads get the same text soon after they wrote
 * (NUM-16).
 */
export const echoedTexts = pgTable(
  'echoed_texts',
  {
    tenantId: tenantIdColumn(),
    digest: text().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    saidAt: timestampColumn('said_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.digest, t.conversationId] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
  ],
)

export const WHATSAPP_SYNC_STATES = ['none', 'running', 'done', 'refused', 'failed'] as const

/**
 * State of the import of history and contacts from the phone of a WhatsApp number. The import is requested once, within a day after the
 * number was linked.
 */
export const whatsappSyncs = pgTable(
  'whatsapp_syncs',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    state: text({ enum: WHATSAPP_SYNC_STATES }).notNull().default('none'),
    /** Progress in percent, as Meta reports it. */
    progress: integer().notNull().default(0),
    people: integer().notNull().default(0),
    messages: integer().notNull().default(0),
    /** Reason for a refusal or failure, as a text for users. */
    reason: text(),
    /** When the contacts were requested from Meta. */
    contactsAskedAt: timestampColumn('contacts_asked_at'),
    /** When Meta accepted the request for the contacts. Null also if Meta's response was lost. */
    contactsTakenAt: timestampColumn('contacts_taken_at'),
    /** When the history was requested from Meta. */
    historyAskedAt: timestampColumn('history_asked_at'),
    /** When Meta accepted the request for the history. Null also if Meta's response was lost. */
    historyTakenAt: timestampColumn('history_taken_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId] }),
    foreignKey({ columns: [t.tenantId, t.numberId], foreignColumns: [whatsappNumbers.tenantId, whatsappNumbers.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** A message in Meta's history that is not stored in our database. */
export interface MissingMessage {
  id: string
  at: string | null
}

/** Result of the last comparison of a WhatsApp number's stored messages with Meta's history. */
export const whatsappComparisons = pgTable(
  'whatsapp_comparisons',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    at: timestampColumn('at').notNull(),
    /** Number of messages stored by us; null if Meta does not provide its history. */
    ours: integer(),
    /** Number of messages stored by Meta; null if Meta does not provide its history. */
    meta: integer(),
    missing: jsonb().$type<MissingMessage[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.numberId] }),
    foreignKey({ columns: [t.tenantId, t.numberId], foreignColumns: [whatsappNumbers.tenantId, whatsappNumbers.id] }).onDelete(
      'cascade',
    ),
  ],
)
