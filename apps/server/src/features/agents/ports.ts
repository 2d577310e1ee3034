import type * as calls from '@prosa/contract/calls/agent'
import type { AnswerOf, BodyOf } from '@prosa/contract/define-call'
import type { Tx } from '../../kernel/db/database.ts'
import type { agents } from '../../kernel/db/schema/conversations.ts'

export type { CheckedDraft, Gate } from './gate.ts'
export { holdAgent } from './versions/change-agent.ts'
export { asDrafted } from './versions/draft.ts'
export { draftAsSeen } from './versions/draft-moves.ts'

export type AgentRow = typeof agents.$inferSelect

/** What others have done to agents; nobody else writes them. */
export interface Agents {
  /** An agent of each type, so that a new organisation can work at once. */
  addFirst: (tx: Tx, tenantId: string, at: Date) => Promise<void>
}

/** What agents need of the assistant, which stands after them: it answers as the agent would, and writes nothing. */
export type TryAgent = (
  agent: AgentRow,
  tenant: { name: string; timezone: string },
  body: BodyOf<typeof calls.tryAgent>,
  signal: AbortSignal,
) => Promise<AnswerOf<typeof calls.tryAgent>['data']>
