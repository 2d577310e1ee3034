import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/** Knowledge base: sources, split into passages, from which agents answer leads (2-agents.md, section 5). Prosa extension. */

/**
 * Limits of an organisation's knowledge base. `…Chars`: lengths in characters. `retrievedPassages`: maximum number of passages found for a
 * question.
 */
export const KNOWLEDGE_LIMITS = {
  sources: 200,
  passages: 20_000,
  passageChars: 1_200,
  textChars: 100_000,
  titleChars: 120,
  urlChars: 2_000,
  questionChars: 500,
  retrievedPassages: 5,
} as const

/**
 * Kinds of knowledge sources. `text`: paragraphs. `faq`: questions with answers. `file`: an uploaded file. `products`: a table of products.
 * `page`: a web page.
 */
export const sourceKind = z.enum(['text', 'faq', 'file', 'products', 'page'])
export type SourceKind = z.infer<typeof sourceKind>

/** Interval at which a web page in the knowledge base is fetched again. */
export const pageRefresh = z.enum(['never', 'daily', 'weekly'])
export type PageRefresh = z.infer<typeof pageRefresh>

export const knowledgeSource = z.object({
  _id: id,
  kind: sourceKind,
  title: z.string(),
  filename: z.nullish(z.string()),
  /** URL of a web page (kind `page`). */
  url: z.nullish(z.string()),
  refresh: z.nullish(pageRefresh),
  /** Agents that use the source. Null if all agents of the organisation use it. */
  agent_ids: z.nullable(z.array(id)),
  state: z.enum(['reading', 'ready', 'failed']),
  /** Reason why the source could not be read. */
  error: z.nullable(z.string()),
  /** Notes about content that was changed or skipped when the source was read, one sentence each. */
  report: z.array(z.string()),
  passages: z.int(),
  updated_by: z.nullable(id),
  updated_by_name: z.nullish(z.string()),
  updated_at: timestamp,
})
export type KnowledgeSource = z.infer<typeof knowledgeSource>

export const product = z.object({
  name: z.string(),
  price_cents: z.nullable(z.int()),
  photo: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** Last day on which an agent may state the price, in the organisation's time zone. */
  valid_until: z.nullable(z.string()),
  attributes: z.record(z.string(), z.string()),
})
export type Product = z.infer<typeof product>

export const passage = z.object({
  _id: id,
  source_id: id,
  source: z.string(),
  /** Position in the source, such as 'linha 12' or 'página 3'. */
  place: z.nullable(z.string()),
  text: z.string(),
  question: z.nullish(z.string()),
  product: z.nullish(product),
  /** Original text from the source, if a user has edited the passage. Set only in the list of a source's passages. */
  original: z.nullish(z.object({ text: z.string(), question: z.nullable(z.string()) })),
})
export type Passage = z.infer<typeof passage>

/** A question from leads that no passage answers. */
export const knowledgeQuestion = z.object({
  _id: id,
  text: z.string(),
  times: z.int(),
  last_at: timestamp,
  agent_id: z.nullable(id),
  conversation_id: z.nullable(id),
  lead_id: z.nullable(id),
  state: z.enum(['open', 'suggested', 'answered', 'dismissed']),
  /** Answer that a user wrote or approved. */
  answer: z.nullable(z.string()),
})
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>

export const sourceTitle = plainText(KNOWLEDGE_LIMITS.titleChars).check(z.trim(), z.minLength(1, 'Dê um nome a esta fonte.'))
export const sourceText = plainText(KNOWLEDGE_LIMITS.textChars)
export const pageUrl = plainText(KNOWLEDGE_LIMITS.urlChars).check(z.trim())

/** Reasons why a sentence was removed from an agent's reply before sending (2-agents.md, section 2). */
export const withheldReason = z.enum(['sum', 'discount', 'term', 'data', 'promise', 'link', 'secret', 'self', 'never', 'unknown'])
export type WithheldReason = z.infer<typeof withheldReason>

/** Data from which an agent wrote a message. Fields that a server does not store are omitted. */
export const messageOrigin = z.object({
  /** Passages on which the message is based, as they were when it was sent. `is_changed`: whether the passage has changed since. */
  passages: z.array(z.extend(passage, { is_changed: z.boolean() })),
  /** Version of the agent's settings with which the message was written. */
  version: z.optional(z.nullable(z.int())),
  /** Transcripts of the lead's audio messages to which this message replies. */
  heard: z.optional(z.array(z.object({ message_id: id, text: z.string() }))),
  /** Reasons why sentences of this reply were not sent. */
  held_back: z.optional(z.array(withheldReason)),
})
export type MessageOrigin = z.infer<typeof messageOrigin>
