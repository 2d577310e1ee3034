import type { Attachment, DeliveryState } from '@prosa/contract/entities/message'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../json.ts'
import { at, createdAt, updatedAt } from './columns.ts'
import { conversations } from './conversations.ts'
import { tenantId } from './tenants.ts'
import { whatsappNumbers } from './whatsapp.ts'

/**
 * What was said before a number came here. It has no place in its conversation's order and stands in no count: nothing that looks at
 * `messages` can take it for news.
 */
export const pastMessages = pgTable(
  'past_messages',
  {
    tenantId: tenantId(),
    /** In the order in which those of one second were told. */
    id: uuid().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** By which number it came. */
    numberId: uuid('number_id').notNull(),
    /** The channel's id of the message. */
    channelId: text('channel_id').notNull(),
    role: text({ enum: ['humano', 'AI'] }).notNull(),
    type: text().notNull(),
    content: text().notNull(),
    attachment: jsonb().$type<Attachment>(),
    /** How far one of ours had gone; null: nobody said, or it is the lead's. */
    delivery: text().$type<DeliveryState>(),
    meta: jsonb().$type<JsonObject>(),
    /** By the channel's clock. */
    saidAt: at('said_at').notNull(),
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

/** What the team's phone sends a lead by itself: the same words to several soon after they wrote (NUM-16). */
export const echoedTexts = pgTable(
  'echoed_texts',
  {
    tenantId: tenantId(),
    digest: text().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    saidAt: at('said_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.digest, t.conversationId] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
  ],
)

export const SYNC_STATES = ['none', 'running', 'done', 'refused', 'failed'] as const

/** What a number's phone hands over of its past and its address book: asked for once, within a day of the linking. */
export const whatsappSyncs = pgTable(
  'whatsapp_syncs',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    state: text({ enum: SYNC_STATES }).notNull().default('none'),
    /** Per cent, as Meta says it. */
    progress: integer().notNull().default(0),
    people: integer().notNull().default(0),
    messages: integer().notNull().default(0),
    /** Why it is refused or failed, for staff. */
    reason: text(),
    /** When each was asked for, and when Meta took it; asked without an answer: it may have been taken. */
    contactsAskedAt: at('contacts_asked_at'),
    contactsTakenAt: at('contacts_taken_at'),
    historyAskedAt: at('history_asked_at'),
    historyTakenAt: at('history_taken_at'),
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

/** A message that Meta has and we have not. */
export interface MissingMessage {
  id: string
  at: string | null
}

/** The last comparison of a number's messages with what Meta has of them. */
export const whatsappComparisons = pgTable(
  'whatsapp_comparisons',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    at: at('at').notNull(),
    /** Null: Meta does not offer it. */
    ours: integer(),
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
