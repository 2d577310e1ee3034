import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { correctionResults, correctionRuns, corrections } from '../../kernel/db/schema/corrections.ts'
import type { CheckedDraft, Gate } from '../agents/ports.ts'

type Result = typeof correctionResults.$inferSelect

/** Returns the latest result of each of an agent's corrections for exactly this draft. Unchecked corrections are missing from the map. */
export async function resultsFor(tx: Tx, { tenantId, agentId, revision, version }: CheckedDraft): Promise<Map<string, Result>> {
  const rows = await tx.db
    .select({ result: correctionResults })
    .from(correctionResults)
    .innerJoin(
      correctionRuns,
      ofTenant(correctionRuns, correctionResults.tenantId, eq(correctionRuns.id, correctionResults.runId)),
    )
    .where(
      and(
        ofTenant(correctionResults, tenantId),
        eq(correctionRuns.agentId, agentId),
        eq(correctionRuns.revision, revision),
        eq(correctionRuns.version, version),
      ),
    )
    .orderBy(asc(correctionResults.at))
  // The map keeps the last result of each correction.
  return new Map(rows.map(({ result }) => [result.correctionId, result]))
}

/** Counts the results of an agent's active corrections for exactly this draft (LEARN-04). */
export const standingOf: Gate['standing'] = async (tx, draft) => {
  const { tenantId, agentId } = draft
  const active = await tx.db
    .select({ id: corrections.id })
    .from(corrections)
    .where(ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.state, 'active')))
  const results = active.length === 0 ? new Map<string, Result>() : await resultsFor(tx, draft)
  const idsOf = (state: Result['state'] | undefined) =>
    active.map(({ id }) => id).filter((id) => results.get(id)?.state === state)
  return { active: active.length, green: idsOf('green').length, red: idsOf('red'), unchecked: idsOf(undefined).length }
}
