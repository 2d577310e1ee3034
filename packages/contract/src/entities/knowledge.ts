import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../fields.ts'

/** What agents may answer from (2-agents.md, section 5). Ours. */

/** Limits of an organisation's knowledge. */
export const KNOWLEDGE = {
  sources: 200,
  passages: 20_000,
  passageChars: 1_200,
  textChars: 100_000,
  titleChars: 120,
  urlChars: 2_000,
  questionChars: 500,
  asked: 5,
} as const

/** Paragraphs or questions with their answers, written here; a file; a table of products, written here or in a file; a page of the web. */
export const sourceKind = z.enum(['text', 'faq', 'file', 'products', 'page'])
export type SourceKind = z.infer<typeof sourceKind>

/** How often a page is read again. */
export const pageRefresh = z.enum(['never', 'daily', 'weekly'])
export type PageRefresh = z.infer<typeof pageRefresh>

export const source = z.object({
  _id: id,
  kind: sourceKind,
  title: z.string(),
  /** What the file is called that it was made of. */
  filename: z.nullish(z.string()),
  /** Of a page. */
  url: z.nullish(z.string()),
  refresh: z.nullish(pageRefresh),
  /** Null: every agent of the organisation answers from it. */
  agent_ids: z.nullable(z.array(id)),
  state: z.enum(['reading', 'ready', 'failed']),
  /** Why it could not be read. */
  error: z.nullable(z.string()),
  /** What was read otherwise than it stands: one sentence for each line. */
  report: z.array(z.string()),
  /** How many passages it has. */
  passages: z.int(),
  updated_by: z.nullable(id),
  /** What that person is called. */
  updated_by_name: z.nullish(z.string()),
  updated_at: timestamp,
})
export type Source = z.infer<typeof source>

export const product = z.object({
  name: z.string(),
  price_cents: z.nullable(z.int()),
  photo: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** The last day on which the price may be said, in the organisation's time zone. */
  valid_until: z.nullable(z.string()),
  attributes: z.record(z.string(), z.string()),
})
export type Product = z.infer<typeof product>

export const passage = z.object({
  _id: id,
  source_id: id,
  /** Its source's title. */
  source: z.string(),
  /** Where in its source it stands: 'linha 12', 'página 3'. */
  place: z.nullable(z.string()),
  text: z.string(),
  question: z.nullish(z.string()),
  product: z.nullish(product),
  /** What its source says, where a person wrote something else in its place; among a source's own passages. */
  original: z.nullish(z.object({ text: z.string(), question: z.nullable(z.string()) })),
})
export type Passage = z.infer<typeof passage>

/** Something that leads asked and no passage answers. */
export const knowledgeQuestion = z.object({
  _id: id,
  text: z.string(),
  times: z.int(),
  last_at: timestamp,
  agent_id: z.nullable(id),
  conversation_id: z.nullable(id),
  lead_id: z.nullable(id),
  state: z.enum(['open', 'suggested', 'answered', 'dismissed']),
  /** What a person answered, or what was approved. */
  answer: z.nullable(z.string()),
})
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>

export const sourceTitle = plainText(KNOWLEDGE.titleChars).check(z.trim(), z.minLength(1, 'Dê um nome a esta fonte.'))
export const sourceText = plainText(KNOWLEDGE.textChars)
export const pageUrl = plainText(KNOWLEDGE.urlChars).check(z.trim())

/** Why a sentence that an agent was about to say was held back (2-agents.md, section 2). */
export const heldBack = z.enum(['sum', 'discount', 'term', 'data', 'promise', 'link', 'secret', 'self', 'never', 'unknown'])
export type HeldBack = z.infer<typeof heldBack>

/** Where an agent's message came from; what a provider does not keep is left out. */
export const messageOrigin = z.object({
  /** Each as it was when it was said. */
  passages: z.array(z.extend(passage, { is_changed: z.boolean() })),
  /** The agent's version that said it. */
  version: z.optional(z.nullable(z.int())),
  /** What it heard of the lead: sounds that it answers, as text. */
  heard: z.optional(z.array(z.object({ message_id: id, text: z.string() }))),
  /** Why something of the same answer was not said. */
  held_back: z.optional(z.array(heldBack)),
})
export type MessageOrigin = z.infer<typeof messageOrigin>
