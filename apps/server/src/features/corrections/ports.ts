import type { LeadExport } from '@prosa/contract/entities/lead-export'
import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { AgentRow, TryAgent } from '../agents/ports.ts'
import type { LeadWithTalk } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { Frozen } from './frozen.ts'

/** What others have done to corrections; nobody else writes them. */
export interface Corrections {
  /** Takes the talk and its links out of a lead's corrections, and turns them off (LEARN-08). */
  forgetLead: (tx: Tx, tenantId: string, lead: LeadWithTalk) => Promise<void>
  exportLead: (tx: Tx, tenantId: string, lead: LeadWithTalk) => Promise<NonNullable<LeadExport['corrections']>>
}

/** What corrections need of the assistant: which lines of what a lead wrote ask something. */
export type AsksOf = (messages: readonly { content: string; type: string }[]) => Promise<string[]>

/** A turn that is answered again, by an agent as it would be. */
export interface Again {
  readonly agent: AgentRow
  readonly tenant: { name: string; timezone: string }
  readonly turn: Frozen
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/** What corrections need of the assistant: what the agent would say at that moment, without saying, sending or booking anything. */
export type Replay = (again: Again) => Promise<{ replies: string[]; attention_reason: string | null }>

/** What answers again: the assistant's try, at another time and with other knowledge, and how it reads what it kept, of whatever format. */
export interface AnswersAgain {
  readonly tryAgent: (at: { clock: Deps['clock']; knowledge: Knowledge }, ...asked: Parameters<TryAgent>) => ReturnType<TryAgent>
  readonly readMemory: (kept: unknown, now: Date) => unknown
}
