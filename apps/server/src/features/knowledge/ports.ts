import type { Passage } from '@prosa/contract/entities/agents/knowledge'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelTool } from '../../platform/external-services/language-model.ts'
import type { ProductCard, ReplyBasis } from './answers/reply-basis.ts'

export { buildTurnMessages } from './answers/build-turn-messages.ts'
export { type ReplyBasis, storedBasis } from './answers/reply-basis.ts'
export { createUnsupportedClaimDetector } from './answers/unsupported-claim-detector.ts'

/**
 * Answer of the knowledge base to one question. `said`: text to send to the lead, or null if nothing answers the question; `passages`: all
 * passages found, best first.
 */
export interface KnowledgeAnswer {
  readonly question: string
  readonly said: string | null
  /** Passages from which `said` was taken. */
  readonly from: readonly Passage[]
  readonly passages: readonly Passage[]
  /** Product cards for those passages that are products with a photo. */
  readonly cards?: readonly ProductCard[] | undefined
  /** The passages as texts for a language model. Prices are included only while they are valid. */
  readonly told: readonly string[]
}

/**
 * Knowledge for a language model in one turn (one reply of the agent): passages, each with a mark such as '[F1]', by which the model cites
 * the passage.
 */
export interface KnowledgeContext {
  /** Answers to the turn's questions, with the marks of their passages. */
  readonly answers: readonly KnowledgeAnswer[]
  /**
   * Returns tools with which the model can search the knowledge base further. The tools add their names to `collected.used` and the texts
   * that they return to `collected.told`.
   */
  createTools: (collected: { calledTools: string[]; toolResults: string[] }) => readonly ModelTool[]
  /**
   * Returns the passages that support the replies: those that the model's text cites, and those that share a number or five words with a
   * reply. `text`: the model's text with marks; `replies`: the messages without marks.
   */
  getReplyBasis: (text: string, replies: readonly string[]) => ReplyBasis[]
}

/** Organisation, agent and time for which the knowledge base is queried. */
export interface KnowledgeScope {
  readonly tenantId: string
  /** Null to use the knowledge sources of all agents. */
  readonly agentId: string | null
  readonly now: Date
  readonly timeZone: string
}

/** Document on the local disk, and the limits for reading it: number of pages and milliseconds. */
export interface DocumentInput {
  readonly format: 'pdf' | 'docx'
  readonly tenantId: string
  readonly path: string
  readonly maxPages: number
  readonly timeoutMs: number
}

/** Operations of the knowledge base that other features call. No other feature writes the tables of the knowledge base. */
export interface Knowledge {
  /** Answers each question separately. Returns an empty list if the organisation has no knowledge sources. */
  answerQuestions: (scope: KnowledgeScope, questions: readonly string[]) => Promise<KnowledgeAnswer[]>
  /**
   * Returns the knowledge for a language model in a turn, starting with these answers. Returns null if the agent has no knowledge sources.
   */
  createKnowledgeContext: (scope: KnowledgeScope, answers: readonly KnowledgeAnswer[]) => Promise<KnowledgeContext | null>
  /**
   * Stores questions that the knowledge base could not answer, so that users can answer them. `names`: names to remove from the questions.
   */
  storeUnansweredQuestions: (
    scope: KnowledgeScope & { leadId: string; conversationId: string; names: readonly (string | null)[] },
    questions: readonly string[],
  ) => Promise<void>
  /** Returns the names of at most 100 products that an agent may use. Products of newer knowledge sources come first. */
  listProductNames: (tx: Tx, tenantId: string, agentId: string) => Promise<string[]>
  /**
   * Reads the text of a document that is not a knowledge source, such as a lead's document, in an isolated process. Returns the reason if
   * the document cannot be read.
   */
  readDocumentText: (document: DocumentInput) => Promise<{ text: string } | { whyNot: string }>
  /** Removes the references to an erased lead from the stored questions. */
  removeLeadReferences: (tx: Tx, tenantId: string, leadId: string) => Promise<void>
}
