import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AgentRow, PreviewAgent } from '../agents/ports.ts'
import type { LeadAndConversationIds } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { TurnSnapshot } from './snapshots/turn-snapshot.ts'

/**
 * Functions of the corrections feature that other features call. A correction is an agent's answer that a user marked as wrong, with what
 * the agent should have answered.
 */
export interface Corrections {
  /** Removes an erased lead's conversation and ids from its corrections, and turns these corrections off (LEARN-08). */
  detachLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadAndConversationIds) => Promise<NonNullable<LeadExport['corrections']>>
}

/** Returns the lines of a lead's messages that are questions. Implemented by the assistant feature. */
export type ExtractQuestions = (messages: readonly { content: string; type: string }[]) => Promise<string[]>

/** Input for letting an agent answer a stored conversation again, with the draft of its settings. */
export interface ReplayInput {
  readonly agent: AgentRow
  readonly tenant: { name: string; timezone: string }
  readonly turn: TurnSnapshot
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/** Returns what the agent would answer now at the point of the snapshot. Sends, stores and books nothing. */
export type ReplayTurn = (input: ReplayInput) => Promise<{ replies: string[]; attention_reason: string | null }>

/** Functions of the assistant feature that corrections need to let an agent answer again. */
export interface ReplayPorts {
  /** Generates an agent's answer with the given time and knowledge base. */
  readonly previewAgent: (
    environment: { clock: Deps['clock']; knowledge: Knowledge },
    ...args: Parameters<PreviewAgent>
  ) => ReturnType<PreviewAgent>
  /** Parses a stored agent memory of any format version. */
  readonly parseMemory: (storedMemory: unknown) => unknown
}
