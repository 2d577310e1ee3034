import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/** Knowledge base from which agents answer (2-agents.md, section 5). Prosa extension. */

/** Limits of an organisation's knowledge base. */
export const KNOWLEDGE_LIMITS = {
  sources: 200,
  passages: 20_000,
  passageChars: 1_200,
  textChars: 100_000,
  titleChars: 120,
  urlChars: 2_000,
  questionChars: 500,
  asked: 5,
} as const

/**
 * Kinds of sources: paragraphs or questions with answers, entered here; a file; a table of products, entered here or in a file; a web page.
 */
export const sourceKind = z.enum(['text', 'faq', 'file', 'products', 'page'])
export type SourceKind = z.infer<typeof sourceKind>

/** Interval at which a web page is fetched again. */
export const pageRefresh = z.enum(['never', 'daily', 'weekly'])
export type PageRefresh = z.infer<typeof pageRefresh>

export const knowledgeSource = z.object({
  _id: id,
  kind: sourceKind,
  title: z.string(),
  /** Name of the file from which it was created. */
  filename: z.nullish(z.string()),
  /** Only for a web page. */
  url: z.nullish(z.string()),
  refresh: z.nullish(pageRefresh),
  /** Null if every agent of the organisation uses it. */
  agent_ids: z.nullable(z.array(id)),
  state: z.enum(['reading', 'ready', 'failed']),
  /** Reason why it could not be read. */
  error: z.nullable(z.string()),
  /** Notes about content that was changed or skipped while reading: one sentence per line of the source. */
  report: z.array(z.string()),
  /** Number of its passages. */
  passages: z.int(),
  updated_by: z.nullable(id),
  /** Name of that user. */
  updated_by_name: z.nullish(z.string()),
  updated_at: timestamp,
})
export type KnowledgeSource = z.infer<typeof knowledgeSource>

export const product = z.object({
  name: z.string(),
  price_cents: z.nullable(z.int()),
  photo: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** The last day on which the price may be quoted, in the organisation's time zone. */
  valid_until: z.nullable(z.string()),
  attributes: z.record(z.string(), z.string()),
})
export type Product = z.infer<typeof product>

export const passage = z.object({
  _id: id,
  source_id: id,
  /** Title of its source. */
  source: z.string(),
  /** Position in its source: 'linha 12', 'página 3'. */
  place: z.nullable(z.string()),
  text: z.string(),
  question: z.nullish(z.string()),
  product: z.nullish(product),
  /** The source's own text, if a user has edited the passage. Set only in the list of a source's passages. */
  original: z.nullish(z.object({ text: z.string(), question: z.nullable(z.string()) })),
})
export type Passage = z.infer<typeof passage>

/** A question of leads that no passage answers. */
export const knowledgeQuestion = z.object({
  _id: id,
  text: z.string(),
  times: z.int(),
  last_at: timestamp,
  agent_id: z.nullable(id),
  conversation_id: z.nullable(id),
  lead_id: z.nullable(id),
  state: z.enum(['open', 'suggested', 'answered', 'dismissed']),
  /** The answer of a user, or the approved suggestion. */
  answer: z.nullable(z.string()),
})
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>

export const sourceTitle = plainText(KNOWLEDGE_LIMITS.titleChars).check(z.trim(), z.minLength(1, 'Dê um nome a esta fonte.'))
export const sourceText = plainText(KNOWLEDGE_LIMITS.textChars)
export const pageUrl = plainText(KNOWLEDGE_LIMITS.urlChars).check(z.trim())

/** Reasons for removing a sentence from an agent's answer before it is sent (2-agents.md, section 2). */
export const withheldReason = z.enum(['sum', 'discount', 'term', 'data', 'promise', 'link', 'secret', 'self', 'never', 'unknown'])
export type WithheldReason = z.infer<typeof withheldReason>

/** Origin of an agent's message. A provider omits what it does not store. */
export const messageOrigin = z.object({
  /** The passages as they were when the message was sent. */
  passages: z.array(z.extend(passage, { is_changed: z.boolean() })),
  /** Version of the agent's settings that produced the message. */
  version: z.optional(z.nullable(z.int())),
  /** Transcripts of the lead's audio messages that it answers. */
  heard: z.optional(z.array(z.object({ message_id: id, text: z.string() }))),
  /** Reasons why parts of the same answer were not sent. */
  held_back: z.optional(z.array(withheldReason)),
})
export type MessageOrigin = z.infer<typeof messageOrigin>
