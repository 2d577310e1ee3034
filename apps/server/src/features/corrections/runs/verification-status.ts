import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { correctionResults, correctionRuns, corrections } from '../../../platform/database/schema/agents/corrections.ts'
import type { CorrectionGate, DraftRevision } from '../../agents/ports.ts'

type CorrectionResult = typeof correctionResults.$inferSelect

/**
 * Returns the latest check results of an agent's corrections for one revision of the draft, by correction id. Omits unchecked corrections.
 */
export async function getResultsForDraft(
  tx: Tx,
  { tenantId, agentId, revision, version }: DraftRevision,
): Promise<Map<string, CorrectionResult>> {
  const rows = await tx.db
    .select({ result: correctionResults })
    .from(correctionResults)
    .innerJoin(
      correctionRuns,
      whereTenant(correctionRuns, correctionResults.tenantId, eq(correctionRuns.id, correctionResults.runId)),
    )
    .where(
      and(
        whereTenant(correctionResults, tenantId),
        eq(correctionRuns.agentId, agentId),
        eq(correctionRuns.revision, revision),
        eq(correctionRuns.version, version),
      ),
    )
    .orderBy(asc(correctionResults.at))
  // Rows are sorted by time, so the latest result of a correction overwrites earlier ones.
  return new Map(rows.map(({ result }) => [result.correctionId, result]))
}

/** Counts an agent's corrections by check result for one revision of the draft. Counts only corrections that are turned on (LEARN-04). */
export const getVerificationStatus: CorrectionGate['getVerificationStatus'] = async (tx, draft) => {
  const { tenantId, agentId } = draft
  const activeCorrections = await tx.db
    .select({ id: corrections.id })
    .from(corrections)
    .where(whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.state, 'active')))
  const results = activeCorrections.length === 0 ? new Map<string, CorrectionResult>() : await getResultsForDraft(tx, draft)
  const getIdsByState = (state: CorrectionResult['state'] | undefined) =>
    activeCorrections.map(({ id }) => id).filter((id) => results.get(id)?.state === state)
  return {
    activeCount: activeCorrections.length,
    passedCount: getIdsByState('green').length,
    failedIds: getIdsByState('red'),
    uncheckedCount: getIdsByState(undefined).length,
  }
}
