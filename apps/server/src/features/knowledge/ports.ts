import type { Passage } from '@prosa/contract/entities/agents/knowledge'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelTool } from '../../platform/external-services/language-model.ts'
import type { ProductCard, ReplyBasis } from './answers/reply-basis.ts'

export { buildTurnMessages } from './answers/build-turn-messages.ts'
export { type ReplyBasis, storedBasis } from './answers/reply-basis.ts'
export { createUnsupportedClaimDetector } from './answers/unsupported-claim-detector.ts'

/**
 * Answer of the knowledge base to one question. `said`: the text to send, or null if nothing answers the question. `passages`: all passages
 * found, best first.
 */
export interface KnowledgeAnswer {
  readonly question: string
  readonly said: string | null
  /** Passages that contain `said`. */
  readonly from: readonly Passage[]
  readonly passages: readonly Passage[]
  /** Cards of the passages that are products with a photo. */
  readonly cards?: readonly ProductCard[] | undefined
  /** The passages as text for a model. Prices are included only while they are valid. */
  readonly told: readonly string[]
}

/** Knowledge for a model in one turn: passages, each with a mark ('[F1]') by which the model cites it. */
export interface KnowledgeContext {
  /** Answers to the turn's questions, with marks. */
  readonly answers: readonly KnowledgeAnswer[]
  /**
   * Returns tools with which the model can search further. `collected` receives the names of used tools and the texts that they returned.
   */
  tools: (collected: { used: string[]; told: string[] }) => readonly ModelTool[]
  /**
   * Returns the sources of replies: passages that the model's text cites, and passages that share a number or five words with a reply. The
   * replies contain no marks.
   */
  basis: (text: string, replies: readonly string[]) => ReplyBasis[]
}

/** Agent for which the knowledge base is queried. */
export interface KnowledgeScope {
  readonly tenantId: string
  /** Null for any agent. */
  readonly agentId: string | null
  readonly now: Date
  readonly timeZone: string
}

/** A document on the local disk, its organisation, and the limits for reading it: pages and milliseconds. */
export interface DocumentInput {
  readonly format: 'pdf' | 'docx'
  readonly tenantId: string
  readonly path: string
  readonly mostPages: number
  readonly mostMs: number
}

/** Operations of the knowledge base that other features call. No other feature writes its tables. */
export interface Knowledge {
  /** Answers each question separately. Returns an empty list if the organisation has no knowledge. */
  answer: (who: KnowledgeScope, questions: readonly string[]) => Promise<KnowledgeAnswer[]>
  /** Returns the knowledge for a model in a turn with these answers, or null if the agent has none. */
  shelf: (who: KnowledgeScope, answers: readonly KnowledgeAnswer[]) => Promise<KnowledgeContext | null>
  /** Stores questions that could not be answered, for the team. */
  noteUnknown: (
    who: KnowledgeScope & { leadId: string; conversationId: string; names: readonly (string | null)[] },
    questions: readonly string[],
  ) => Promise<void>
  /** Returns the names of at most a hundred products that an agent may use, newest source first. */
  productNames: (tx: Tx, tenantId: string, agentId: string) => Promise<string[]>
  /** Reads the text of a document that is not a knowledge source, in an isolated process. Returns the reason if it cannot be read. */
  readText: (given: DocumentInput) => Promise<{ text: string } | { whyNot: string }>
  /** Removes the reference to an erased lead from stored questions. */
  forgetLead: (tx: Tx, tenantId: string, leadId: string) => Promise<void>
}
