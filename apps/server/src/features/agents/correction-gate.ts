import type { Tx } from '../../platform/database/database.ts'

/** A draft to be published: its agent, its revision and the published version that it is based on. */
export interface DraftRevision {
  readonly tenantId: string
  readonly agentId: string
  readonly revision: number
  readonly version: number
}

/** Results of an agent's active corrections for one draft, as counts. */
export interface VerificationStatus {
  readonly active: number
  readonly green: number
  /** Ids of corrections that failed for this draft. */
  readonly red: readonly string[]
  readonly unchecked: number
}

/**
 * Functions of the corrections feature that agents use to check a draft before publication. Passed in, because corrections depend on
 * agents.
 */
export interface CorrectionGate {
  /** Returns the number of active corrections of an agent. */
  countActive: (tx: Tx, tenantId: string, agentId: string) => Promise<number>
  standing: (tx: Tx, draft: DraftRevision) => Promise<VerificationStatus>
}
