import type { Tx } from '../../platform/database/database.ts'

/** One saved revision of an agent's draft settings. */
export interface DraftRevision {
  readonly tenantId: string
  readonly agentId: string
  readonly revision: number
  /** Number of the published version on which the draft is based. */
  readonly version: number
}

/**
 * Check results of an agent's corrections (answers that users marked as wrong) for one revision of its draft. Counts only corrections that
 * are turned on.
 */
export interface VerificationStatus {
  readonly activeCount: number
  readonly passedCount: number
  readonly failedIds: readonly string[]
  readonly uncheckedCount: number
}

/**
 * Functions of the corrections feature that check a draft before publication. They are passed as a parameter: an import would be circular.
 */
export interface CorrectionGate {
  countActive: (tx: Tx, tenantId: string, agentId: string) => Promise<number>
  getVerificationStatus: (tx: Tx, draft: DraftRevision) => Promise<VerificationStatus>
}
