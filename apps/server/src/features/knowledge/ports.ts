import type { Passage } from '@prosa/contract/entities/agents/knowledge'
import type { Tx } from '../../platform/database/database.ts'
import type { ModelTool } from '../../platform/external-services/language-model.ts'
import type { ProductCard, ReplyBasis } from './answers/reply-basis.ts'

export { buildTurnMessages } from './answers/build-turn-messages.ts'
export { type ReplyBasis, storedBasis } from './answers/reply-basis.ts'
export { createUnsupportedClaimDetector } from './answers/unsupported-claim-detector.ts'

export interface KnowledgeAnswer {
  readonly question: string
  /** Text to send to the lead; null if no passage answers the question. */
  readonly said: string | null
  /** Passages from which the text in `said` was taken. */
  readonly from: readonly Passage[]
  /** All passages found for the question, best first. */
  readonly passages: readonly Passage[]
  /** Cards of the products with a photo in `from`. */
  readonly cards?: readonly ProductCard[] | undefined
  /** All found passages as texts for a language model. A price is only included while it is valid. */
  readonly told: readonly string[]
}

/** Knowledge that a language model can use for one agent answer. Each passage has a mark such as '[F1]' with which the model cites it. */
export interface KnowledgeContext {
  /** Answers to the lead's questions. Their texts for the model contain the marks. */
  readonly answers: readonly KnowledgeAnswer[]
  /**
   * Returns tools with which the model can search the knowledge base. The tools add their names to `calledTools` and their results to
   * `toolResults`.
   */
  createTools: (collected: { calledTools: string[]; toolResults: string[] }) => readonly ModelTool[]
  /**
   * Returns the passages on which the replies are based: those that the model cites, and those that share a number or five words with a
   * reply. `text`: text of the model with marks; `replies`: messages without marks.
   */
  getReplyBasis: (text: string, replies: readonly string[]) => ReplyBasis[]
}

export interface KnowledgeScope {
  readonly tenantId: string
  /** Null searches the knowledge sources of all agents. */
  readonly agentId: string | null
  readonly now: Date
  readonly timeZone: string
}

export interface DocumentInput {
  readonly format: 'pdf' | 'docx'
  readonly tenantId: string
  readonly path: string
  readonly maxPages: number
  readonly timeoutMs: number
}

export interface Knowledge {
  /** Answers each question separately. Returns an empty list if the organisation has no knowledge sources. */
  answerQuestions: (scope: KnowledgeScope, questions: readonly string[]) => Promise<KnowledgeAnswer[]>
  /** Returns the knowledge that a language model can use for one agent answer. Returns null if the agent has no knowledge sources. */
  createKnowledgeContext: (scope: KnowledgeScope, answers: readonly KnowledgeAnswer[]) => Promise<KnowledgeContext | null>
  /**
   * Stores questions that the knowledge base could not answer, so that users can answer them. Removes the given names from the questions.
   */
  storeUnansweredQuestions: (
    scope: KnowledgeScope & { leadId: string; conversationId: string; names: readonly (string | null)[] },
    questions: readonly string[],
  ) => Promise<void>
  /** Returns the names of at most 100 products that an agent may mention. Products of newer knowledge sources come first. */
  listProductNames: (tx: Tx, tenantId: string, agentId: string) => Promise<string[]>
  /**
   * Reads the text of a document that is not a knowledge source, such as a lead's file. Returns `whyNot` with the reason if it cannot be
   * read.
   */
  readDocumentText: (document: DocumentInput) => Promise<{ text: string } | { whyNot: string }>
  /** Removes the references to an erased lead from unanswered questions. */
  removeLeadReferences: (tx: Tx, tenantId: string, leadId: string) => Promise<void>
}
