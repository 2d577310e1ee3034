import type { SearchMatchSource } from '@prosa/contract/entities/conversations/message-search-result'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn, tsvectorColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Search index of messages, updated by a job after messages are written (docs/decisions/072). */
export const messageSearch = pgTable(
  'message_search',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    source: text().$type<SearchMatchSource>().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** Time of the message. */
    at: timestampColumn('at').notNull(),
    /** Distinct words of the message that the vocabulary counts. */
    words: text().array().notNull(),
    /** Search vector: each word is prefixed with the end of the tenant's id and the month. */
    searched: tsvectorColumn().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.messageId, t.source] }),
    index('message_search_newest').on(t.tenantId, t.at, t.messageId),
    index('message_search_conversation').on(t.tenantId, t.conversationId, t.at),
    // Without a pending list, which each search would scan completely.
    index('message_search_searched').using('gin', t.searched).with({ fastupdate: false }),
  ],
)

/** Queue of messages that were written or changed and are not indexed yet, one row per change; written by a trigger. */
export const messageSearchQueue = pgTable(
  'message_search_due',
  {
    // No foreign key: sending a message waits for this insertion.
    tenantId: uuid('tenant_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Words of the messages with the number of messages that contain them, for correcting misspelled searches. */
export const messageWords = pgTable(
  'message_words',
  {
    tenantId: tenantIdColumn(),
    word: text().notNull(),
    /** Spelling with accents, as someone wrote it. */
    written: text().notNull(),
    messages: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    index('message_words_start').on(t.tenantId, t.word.op('text_pattern_ops')),
    index('message_words_end').on(t.tenantId, sql`reverse(${t.word}) text_pattern_ops`),
  ],
)
