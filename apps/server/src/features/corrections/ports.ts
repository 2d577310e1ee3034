import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AgentRow, PreviewAgent } from '../agents/ports.ts'
import type { LeadAndConversationIds } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { TurnSnapshot } from './snapshots/turn-snapshot.ts'

/** Operations on corrections that other features call. No other feature writes the correction tables. */
export interface Corrections {
  /** Removes the conversation and all references to a lead from its corrections, and turns them off (LEARN-08). */
  forgetLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['corrections']>>
}

/** Returns the lines of a lead's messages that are questions. Implemented by the assistant. */
export type ExtractQuestions = (messages: readonly { content: string; type: string }[]) => Promise<string[]>

/** Input for answering a snapshot of a turn again with an agent's draft. */
export interface ReplayInput {
  readonly agent: AgentRow
  readonly tenant: { name: string; timezone: string }
  readonly turn: TurnSnapshot
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/** Returns what the agent would answer to a turn, without sending, storing or booking anything. Implemented by the assistant. */
export type ReplayTurn = (again: ReplayInput) => Promise<{ replies: string[]; attention_reason: string | null }>

/**
 * Functions of the assistant for answering a turn again: a test of an agent with another clock and knowledge base, and parsing of a stored
 * memory of any format version.
 */
export interface ReplayPorts {
  readonly tryAgent: (
    at: { clock: Deps['clock']; knowledge: Knowledge },
    ...asked: Parameters<PreviewAgent>
  ) => ReturnType<PreviewAgent>
  readonly readMemory: (kept: unknown) => unknown
}
