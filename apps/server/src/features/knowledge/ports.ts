import type { Passage } from '@prosa/contract/entities/knowledge'
import type { Tx } from '../../kernel/db/database.ts'
import type { ModelTool } from '../../kernel/language-model.ts'
import type { Basis, Card } from './basis.ts'

export { affirmsUnknown } from './affirms-unknown.ts'
export { type Basis, keptBasis } from './basis.ts'
export { messagesOf } from './messages-of.ts'

/** What the knowledge has to one question: what is said of it word for word (null: nothing answers), and the passages found, the best first. */
export interface Answer {
  readonly question: string
  readonly said: string | null
  /** What was said stands in these. */
  readonly from: readonly Passage[]
  readonly passages: readonly Passage[]
  /** What shows those that are products with a photo. */
  readonly cards?: readonly Card[] | undefined
  /** Each of them as a model may read it: a price only while it may be said. */
  readonly told: readonly string[]
}

/** What a model reads of the knowledge in one turn: passages, each under a mark ('[F1]') by which it names what it answers from. */
export interface Shelf {
  /** What the turn's questions were answered, told with marks. */
  readonly answers: readonly Answer[]
  /** What a model may look more up with; `collected`: tools used, and what each told the model. */
  tools: (collected: { used: string[]; told: string[] }) => readonly ModelTool[]
  /**
   * What replies were answered from: what the model's own text marks, and passages with which a reply shares a number or five words.
   * Replies are without marks.
   */
  basis: (text: string, replies: readonly string[]) => Basis[]
}

/** Who asks. */
export interface Asker {
  readonly tenantId: string
  /** Null: any agent. */
  readonly agentId: string | null
  readonly now: Date
  readonly timeZone: string
}

/** A document on this machine's disk, whose it is, and how long reading it may take, in milliseconds. */
export interface GivenText {
  readonly format: 'pdf' | 'docx'
  readonly tenantId: string
  readonly path: string
  readonly mostPages: number
  readonly mostMs: number
}

/** What others ask of the knowledge; nobody else writes it. */
export interface Knowledge {
  /** Answers questions, each by itself; none where the organisation has no knowledge. */
  answer: (who: Asker, questions: readonly string[]) => Promise<Answer[]>
  /** What a model may read and look up in a turn that asked this; null where the agent has nothing to answer from. */
  shelf: (who: Asker, answers: readonly Answer[]) => Promise<Shelf | null>
  /** Keeps what nobody could answer, for the team. */
  noteUnknown: (
    who: Asker & { leadId: string; conversationId: string; names: readonly (string | null)[] },
    questions: readonly string[],
  ) => Promise<void>
  /** What the products are called that an agent answers from, the newest source first: a hundred at most. */
  productNames: (tx: Tx, tenantId: string, agentId: string) => Promise<string[]>
  /** What a document says that is no source, read apart from everything else; or why it cannot be read. */
  readText: (given: GivenText) => Promise<{ text: string } | { whyNot: string }>
  /** Cuts the link of questions to a lead that is erased. */
  forgetLead: (tx: Tx, tenantId: string, leadId: string) => Promise<void>
}
