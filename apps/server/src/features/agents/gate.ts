import type { Tx } from '../../kernel/db/database.ts'

/** What would be published of an agent: its draft at a revision, over a published version. */
export interface CheckedDraft {
  readonly tenantId: string
  readonly agentId: string
  readonly revision: number
  readonly version: number
}

/** How an agent's active corrections stand with a draft. */
export interface Standing {
  readonly active: number
  readonly green: number
  /** Ids of those that the agent would do wrong again. */
  readonly red: readonly string[]
  readonly unchecked: number
}

/** What agents need of corrections, which stand after them: what is checked before anything is published. */
export interface Gate {
  /** How many of an agent's corrections are checked. */
  countActive: (tx: Tx, tenantId: string, agentId: string) => Promise<number>
  standing: (tx: Tx, draft: CheckedDraft) => Promise<Standing>
}
