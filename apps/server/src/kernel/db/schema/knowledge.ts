import type { PageRefresh, Passage, Product, SourceKind } from '@prosa/contract/entities/knowledge'
import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, tsvector, updatedAt } from './columns.ts'
import { files } from './files.ts'
import { tenantId } from './tenants.ts'

/** What agents answer from, as people gave it. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    kind: text().$type<SourceKind>().notNull(),
    title: text().notNull(),
    /** Null: all of the organisation's. */
    agentIds: uuid('agent_ids').array(),
    state: text({ enum: ['reading', 'ready', 'failed'] }).notNull(),
    error: text(),
    report: text().array().notNull().default(sql`'{}'`),
    passages: integer().notNull().default(0),
    /** Of what was written or pasted here. */
    text: text(),
    /** The file that it was made of, which stays as long as it does, and what that is called. */
    fileId: uuid('file_id'),
    filename: text(),
    /** Of a page. */
    url: text(),
    refresh: text().$type<PageRefresh>().notNull().default('never'),
    /** Of what it was made of: the same is not taken twice. */
    digest: text(),
    /** Counts what it was given: what was read of an earlier text is not kept. */
    revision: integer().notNull().default(0),
    /** A client's own name for what it sent. */
    clientKey: text('client_key'),
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

/** A passage as its source has it. */
export type Original = { text: string; question: string | null }

/** Parts of a source, each small enough to be an answer. */
export const knowledgePassages = pgTable(
  'knowledge_passages',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    /** Its place among the source's, from 0. */
    position: integer().notNull(),
    place: text(),
    /** Of a text: what stands above it, and is asked for as it is. */
    heading: text(),
    text: text().notNull(),
    question: text(),
    product: jsonb().$type<Product>(),
    /** What its source says, where a person wrote something else in its place. */
    original: jsonb().$type<Original>(),
    /** The last day of a product's price. */
    validUntil: date('valid_until'),
    /** What a search looks through: without accents, plurals of their own put right, numbers also bare; each word with the end of its tenant's id before it. */
    searched: tsvector().generatedAlwaysAs(
      sql`prosa_searched_in("tenant_id", coalesce("question", '') || ' ' || coalesce("heading", '') || ' ' || "text")`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('knowledge_passages_place').on(t.tenantId, t.sourceId, t.position),
    // No list of what is still to be sorted in: each search would read all of it.
    index('knowledge_passages_searched').using('gin', t.searched).with({ fastupdate: false }),
    foreignKey({ columns: [t.tenantId, t.sourceId], foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Each word of the passages, and in how many of them it stands: what a question's words may have meant. */
export const knowledgeWords = pgTable(
  'knowledge_words',
  {
    tenantId: tenantId(),
    word: text().notNull(),
    passages: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.word] }),
    index('knowledge_words_start').on(t.tenantId, t.word.op('text_pattern_ops')),
    index('knowledge_words_end').on(t.tenantId, sql`reverse(${t.word}) text_pattern_ops`),
  ],
)

/** Photos of products, by the address that their source gives: each is fetched for itself, and is a file of the organisation then. */
export const knowledgePhotos = pgTable(
  'knowledge_photos',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    sourceId: uuid('source_id').notNull(),
    link: text().notNull(),
    /** Of the address, which may be longer than an index takes. */
    digest: text().notNull(),
    state: text({ enum: ['waiting', 'stored', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Of one that is fetched anew: what it was until then. */
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

/** What leads asked and no passage answered; alike ones are one. */
export const knowledgeQuestions = pgTable(
  'knowledge_questions',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    text: text().notNull(),
    /** The text as it is compared. */
    folded: text().notNull(),
    times: integer().notNull().default(1),
    agentId: uuid('agent_id'),
    /** Who asked last; null once that lead was erased. */
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    state: text({ enum: ['open', 'suggested', 'answered', 'dismissed'] }).notNull(),
    answer: text(),
    answeredBy: uuid('answered_by'),
    lastAt: at('last_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('knowledge_questions_newest').on(t.tenantId, t.lastAt, t.id),
    index('knowledge_questions_lead').on(t.tenantId, t.leadId),
  ],
)

/** What a message was answered from, as it was then. */
export const messageBasis = pgTable(
  'message_basis',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    passages: jsonb().$type<Passage[]>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] })],
)
