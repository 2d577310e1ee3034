import type * as calls from '@prosa/contract/calls/agent'
import type { AnswerOf, BodyOf } from '@prosa/contract/define-call'
import type { Tx } from '../../kernel/db/database.ts'
import type { agents } from '../../kernel/db/schema/conversations.ts'

export type { CheckedDraft, Gate } from './gate.ts'
export { holdAgent } from './versions/change-agent.ts'
export { asDrafted } from './versions/draft.ts'
export { draftAsSeen } from './versions/draft-moves.ts'

export type AgentRow = typeof agents.$inferSelect

/** Operations on agents that other features call. No other feature writes the agent tables. */
export interface Agents {
  /** Creates one agent of each type for a new organisation. */
  addFirst: (tx: Tx, tenantId: string, at: Date) => Promise<void>
}

/**
 * Returns the answer of an agent to a test conversation, without storing or sending anything. Implemented by the assistant, which depends
 * on agents.
 */
export type TryAgent = (
  agent: AgentRow,
  tenant: { name: string; timezone: string },
  body: BodyOf<typeof calls.tryAgent>,
  signal: AbortSignal,
) => Promise<AnswerOf<typeof calls.tryAgent>['data']>
