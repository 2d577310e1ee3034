import type { PageRefresh, Passage, Product, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, tsvectorColumn, updatedAt } from '../columns.ts'
import { files } from '../conversations/files.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Knowledge sources (texts, files, web pages) that users added for the agents. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    kind: text().$type<SourceKind>().notNull(),
    title: text().notNull(),
    /** Agents that use this knowledge source; null for all agents of the organisation. */
    agentIds: uuid('agent_ids').array(),
    state: text({ enum: ['reading', 'ready', 'failed'] }).notNull(),
    error: text(),
    report: text().array().notNull().default(sql`'{}'`),
    passages: integer().notNull().default(0),
    /** Text that a user typed or pasted. */
    text: text(),
    /** The uploaded file. It is deleted together with the knowledge source. */
    fileId: uuid('file_id'),
    filename: text(),
    /** URL, if the knowledge source is a web page. */
    url: text(),
    refresh: text().$type<PageRefresh>().notNull().default('never'),
    /** Hash of the original content, by which a second upload of the same content is detected. */
    digest: text(),
    /** Incremented when the content changes. A job that read an earlier revision discards its result. */
    revision: integer().notNull().default(0),
    /** Idempotency key of the client's request. */
    clientKey: text('client_key'),
    /** Hash of the request with this idempotency key, to detect a different request with the same key. */
    requestHash: text('request_hash'),
    updatedBy: uuid('updated_by'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('knowledge_sources_newest').on(t.tenantId, t.createdAt, t.id),
    uniqueIndex('knowledge_sources_client_key').on(t.tenantId, t.clientKey).where(sql`${t.clientKey} IS NOT NULL`),
    index('knowledge_sources_file').on(t.tenantId, t.fileId).where(sql`${t.fileId} IS NOT NULL`),
    foreignKey({ columns: [t.tenantId, t.fileId], foreignColumns: [files.tenantId, files.id] }),
  ],
)

/** A passage as extracted from its knowledge source, before a user edited it. */
export type OriginalPassage = { text: string; question: string | null }

/** Passages: parts of a knowledge source that are short enough for an agent's answer. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    /** Position of the passage in its knowledge source, from 0. */
    position: integer().notNull(),
    place: text(),
    /** Heading above the passage in the original text. The search includes the heading. */
    heading: text(),
    text: text().notNull(),
    question: text(),
    product: jsonb().$type<Product>(),
    /** The passage before a user edited it; null if it was never edited. */
    original: jsonb().$type<OriginalPassage>(),
    /** Last day on which the product's price is valid. */
    validUntil: date('valid_until'),
    /**
     * Full-text search vector: words without accents, irregular plurals in the singular, numbers also without punctuation. Each word is
     * prefixed with the end of the tenant id, because all tenants share one index.
     */
    searched: tsvectorColumn().generatedAlwaysAs(
      sql`prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || coalesce("heading", '') || ' ' || "text")`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('knowledge_passages_place').on(t.tenantId, t.sourceId, t.position),
    // Disables the pending list of the index, because each search would scan the whole list.
    index('knowledge_passages_searched').using('gin', t.searched).with({ fastupdate: false }),
    foreignKey({ columns: [t.tenantId, t.sourceId], foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Words of the passages, each with the number of passages that contain the word. Used to correct misspelled questions. */
export const knowledgeWords = pgTable(
  'knowledge_words',
  {
    tenantId: tenantIdColumn(),
    word: text().notNull(),
    passages: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    index('knowledge_words_start').on(t.tenantId, t.word.op('text_pattern_ops')),
    index('knowledge_words_end').on(t.tenantId, sql`reverse(${t.word}) text_pattern_ops`),
  ],
)

/** Photos of products, by their URL in the knowledge source. Each photo is downloaded separately and stored as a file. */
export const knowledgePhotos = pgTable(
  'knowledge_photos',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    link: text().notNull(),
    /** Hash of the photo's URL, which may be too long for an index. */
    digest: text().notNull(),
    state: text({ enum: ['waiting', 'stored', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** The downloaded file. It is replaced when a new download of the photo is complete. */
    fileId: uuid('file_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('knowledge_photos_link').on(t.tenantId, t.sourceId, t.digest),
    index('knowledge_photos_file').on(t.tenantId, t.fileId).where(sql`${t.fileId} IS NOT NULL`),
    foreignKey({ columns: [t.tenantId, t.sourceId], foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.fileId], foreignColumns: [files.tenantId, files.id] }),
  ],
)

/** Questions of leads that no passage answered. Similar questions share one row. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    text: text().notNull(),
    /** Normalized text, by which similar questions are found. */
    folded: text().notNull(),
    times: integer().notNull().default(1),
    agentId: uuid('agent_id'),
    /** Lead who asked the question last; null after that lead was erased. */
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    state: text({ enum: ['open', 'suggested', 'answered', 'dismissed'] }).notNull(),
    answer: text(),
    answeredBy: uuid('answered_by'),
    lastAt: timestampColumn('last_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('knowledge_questions_newest').on(t.tenantId, t.lastAt, t.id),
    index('knowledge_questions_lead').on(t.tenantId, t.leadId),
  ],
)

/** Passages from which an agent generated a message, with their text at that time. */
export const messageBasis = pgTable(
  'message_basis',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    passages: jsonb().$type<Passage[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] })],
)
