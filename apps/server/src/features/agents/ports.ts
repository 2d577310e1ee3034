import type * as calls from '@prosa/contract/calls/agents/agent'
import type { CallBody, CallResponse } from '@prosa/contract/define-call'
import type { Tx } from '../../platform/database/database.ts'
import type { agents } from '../../platform/database/schema/conversations/conversations.ts'

export type { CorrectionGate, DraftRevision } from './correction-gate.ts'
export { lockAgentForUpdate } from './versions/change-agent.ts'
export { findAgentWithDraft } from './versions/draft.ts'
export { requireDraftRevision } from './versions/draft-moves.ts'

export type AgentRow = typeof agents.$inferSelect

export interface Agents {
  /** Creates one agent of each type for a new organisation. */
  createDefaultAgents: (tx: Tx, tenantId: string, at: Date) => Promise<void>
}

/**
 * Generates an agent's answer to a test conversation, without storing or sending anything. Defined here but implemented by the assistant
 * feature, to avoid a circular import.
 */
export type PreviewAgent = (
  agent: AgentRow,
  tenant: { name: string; timezone: string },
  body: CallBody<typeof calls.previewAgent>,
  signal: AbortSignal,
) => Promise<CallResponse<typeof calls.previewAgent>['data']>
