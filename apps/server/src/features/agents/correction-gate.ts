import type { Tx } from '../../platform/database/database.ts'

/** A revision of an agent's draft that is to be published. `version`: the published version on which the draft is based. */
export interface DraftRevision {
  readonly tenantId: string
  readonly agentId: string
  readonly revision: number
  readonly version: number
}

/**
 * Check results of an agent's active corrections (answers that users marked as wrong) for one revision of the draft. `active`: number of
 * all; `green`: number of passed ones.
 */
export interface VerificationStatus {
  readonly activeCount: number
  readonly passedCount: number
  /** Ids of corrections whose check failed for this draft. */
  readonly failedIds: readonly string[]
  readonly uncheckedCount: number
}

/**
 * Functions of the corrections feature with which the agents feature checks a draft before publication. Passed as a parameter, because the
 * corrections feature imports the agents feature.
 */
export interface CorrectionGate {
  /** Returns the number of active corrections of an agent. */
  countActive: (tx: Tx, tenantId: string, agentId: string) => Promise<number>
  getVerificationStatus: (tx: Tx, draft: DraftRevision) => Promise<VerificationStatus>
}
