import type { PageRefresh, Passage, Product, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn, tsvectorColumn, updatedAt } from '../columns.ts'
import { files } from '../conversations/files.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Sources of the agents' knowledge, as users provided them. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    kind: text().$type<SourceKind>().notNull(),
    title: text().notNull(),
    /** Agents that use the source; null for all of the organisation. */
    agentIds: uuid('agent_ids').array(),
    state: text({ enum: ['reading', 'ready', 'failed'] }).notNull(),
    error: text(),
    report: text().array().notNull().default(sql`'{}'`),
    passages: integer().notNull().default(0),
    /** Text that was typed or pasted. */
    text: text(),
    /** File of the source, stored as long as the source, and its name. */
    fileId: uuid('file_id'),
    filename: text(),
    /** Address of a web page. */
    url: text(),
    refresh: text().$type<PageRefresh>().notNull().default('never'),
    /** Digest of the original content; detects that the same content is added twice. */
    digest: text(),
    /** Number of changes of the content; results of reading an earlier revision are discarded. */
    revision: integer().notNull().default(0),
    /** Idempotency key of the client's request. */
    clientKey: text('client_key'),
    /** Hash of the request that came with the key (http/calls/idempotency-key.ts). */
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

/** A passage as its source contains it. */
export type OriginalPassage = { text: string; question: string | null }

/** Parts of a source, each short enough to be an answer. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    /** Position in the source, from 0. */
    position: integer().notNull(),
    place: text(),
    /** Heading above the passage in a text; it is searched as well. */
    heading: text(),
    text: text().notNull(),
    question: text(),
    product: jsonb().$type<Product>(),
    /** Original text, if a user has edited the passage. */
    original: jsonb().$type<OriginalPassage>(),
    /** Last day on which a product's price is valid. */
    validUntil: date('valid_until'),
    /**
     * Search vector: without accents, with irregular plurals as singular, numbers also without punctuation; each word is prefixed with the
     * end of the tenant's id.
     */
    searched: tsvectorColumn().generatedAlwaysAs(
      sql`prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || coalesce("heading", '') || ' ' || "text")`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('knowledge_passages_place').on(t.tenantId, t.sourceId, t.position),
    // Without a pending list, which each search would scan completely.
    index('knowledge_passages_searched').using('gin', t.searched).with({ fastupdate: false }),
    foreignKey({ columns: [t.tenantId, t.sourceId], foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Words of the passages with the number of passages that contain them, for correcting misspelled questions. */
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

/** Photos of products, by the address in their source. Each is downloaded separately and then stored as a file of the organisation. */
export const knowledgePhotos = pgTable(
  'knowledge_photos',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    link: text().notNull(),
    /** Digest of the address, which may be too long for an index. */
    digest: text().notNull(),
    state: text({ enum: ['waiting', 'stored', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** If the photo is downloaded again, the previous file until then. */
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

/** Questions of leads that no passage answered; similar ones are one row. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    text: text().notNull(),
    /** Normalized text for comparison. */
    folded: text().notNull(),
    times: integer().notNull().default(1),
    agentId: uuid('agent_id'),
    /** Lead who asked last; null after that lead was erased. */
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

/** Passages on which an answer was based, as they were then. */
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
