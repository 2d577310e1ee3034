import type { MessageSource } from '@prosa/contract/entities/found-message'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, tsvector } from './columns.ts'
import { tenantId } from './tenants.ts'

/** What is found of each message; a job keeps it behind who writes messages (docs/decisions/072). */
export const messageSearch = pgTable(
  'message_search',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    source: text().$type<MessageSource>().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    /** When it was said. */
    at: at('at').notNull(),
    /** Its words that the vocabulary counts, each once. */
    words: text().array().notNull(),
    /** Its words as they are asked for: each with the end of the tenant's id and the month before it. */
    searched: tsvector().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.messageId, t.source] }),
    index('message_search_newest').on(t.tenantId, t.at, t.messageId),
    index('message_search_conversation').on(t.tenantId, t.conversationId, t.at),
    // No list of what is still to be sorted in: each search would read all of it.
    index('message_search_searched').using('gin', t.searched).with({ fastupdate: false }),
  ],
)

/** Messages that were written or changed and not looked at since, as often as that happened; written by a trigger. */
export const messageSearchDue = pgTable(
  'message_search_due',
  {
    // Refers to nothing: whoever sends a message waits for this row.
    tenantId: uuid('tenant_id').notNull(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    messageId: uuid('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)

/** Each word of the messages, and in how many of them it stands: what a word that stands in none may have been meant as. */
export const messageWords = pgTable(
  'message_words',
  {
    tenantId: tenantId(),
    word: text().notNull(),
    /** As somebody wrote it, with its accents. */
    written: text().notNull(),
    messages: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    index('message_words_start').on(t.tenantId, t.word.op('text_pattern_ops')),
    index('message_words_end').on(t.tenantId, sql`reverse(${t.word}) text_pattern_ops`),
  ],
)
