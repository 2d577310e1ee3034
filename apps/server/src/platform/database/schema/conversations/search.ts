import type { SearchMatchSource } from '@prosa/contract/entities/conversations/message-search-result'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn, tsvectorColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Search index of messages. A job updates it after messages are written (docs/decisions/072). */
export const messageSearch = pgTable(
  'message_search',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    source: text().$type<SearchMatchSource>().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    at: timestampColumn('at').notNull(),
    /** Distinct words of the message. `messageWords` counts the messages of each word. */
    words: text().array().notNull(),
    /**
     * Full-text search vector. Each word is prefixed with the end of the tenant id, because all tenants share one index, and with the
     * month.
     */
    searched: tsvectorColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.messageId, t.source] }),
    index('message_search_newest').on(t.tenantId, t.at, t.messageId),
    index('message_search_conversation').on(t.tenantId, t.conversationId, t.at),
    // Disables the pending list of the index, because each search would scan the whole list.
    index('message_search_searched').using('gin', t.searched).with({ fastupdate: false }),
  ],
)

/** Queue of written or changed messages that are not indexed yet. A trigger inserts one row for each change. */
export const messageSearchQueue = pgTable(
  'message_search_due',
  {
    // No foreign key, because checking it would delay the sending of a message.
    tenantId: uuid('tenant_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Words of the messages, each with the number of messages that contain the word. Used to correct misspelled searches. */
export const messageWords = pgTable(
  'message_words',
  {
    tenantId: tenantIdColumn(),
    word: text().notNull(),
    /** Spelling with accents, as it occurs in a message. */
    written: text().notNull(),
    messages: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    index('message_words_start').on(t.tenantId, t.word.op('text_pattern_ops')),
    index('message_words_end').on(t.tenantId, sql`reverse(${t.word}) text_pattern_ops`),
  ],
)
