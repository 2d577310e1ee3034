import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AgentRow, PreviewAgent } from '../agents/ports.ts'
import type { LeadAndConversationIds } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { TurnSnapshot } from './snapshots/turn-snapshot.ts'

/**
 * Operations on corrections (answers of an agent that a user marked as wrong) that other features call. No other feature writes the tables
 * of corrections.
 */
export interface Corrections {
  /**
   * Removes a lead's conversation and all references to the lead from the corrections about the lead, and turns these corrections off
   * (LEARN-08).
   */
  detachLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['corrections']>>
}

/** Function that returns those lines of a lead's messages that are questions. Implemented by the assistant feature. */
export type ExtractQuestions = (messages: readonly { content: string; type: string }[]) => Promise<string[]>

/** Input for answering a snapshot of a turn again with the draft of an agent. */
export interface ReplayInput {
  readonly agent: AgentRow
  readonly tenant: { name: string; timezone: string }
  readonly turn: TurnSnapshot
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/**
 * Function that returns what the agent would answer to a turn, without sending, storing or booking anything. Implemented in this feature on
 * top of the assistant (`createReplayTurn`).
 */
export type ReplayTurn = (input: ReplayInput) => Promise<{ replies: string[]; attention_reason: string | null }>

/**
 * Functions of the assistant feature that answer a turn again. `tryAgent`: previews an agent's answer with another clock and knowledge
 * base; `readMemory`: parses a stored agent memory of any format version.
 */
export interface ReplayPorts {
  readonly previewAgent: (
    environment: { clock: Deps['clock']; knowledge: Knowledge },
    ...args: Parameters<PreviewAgent>
  ) => ReturnType<PreviewAgent>
  readonly parseMemory: (storedMemory: unknown) => unknown
}
