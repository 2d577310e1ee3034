import type { CorrectionRun } from '@prosa/contract/entities/agents/correction'
import { and, count, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { correctionResults, correctionRuns } from '../../../platform/database/schema/agents/corrections.ts'
import { errors } from '../../../platform/errors.ts'

export type RunRow = typeof correctionRuns.$inferSelect

/** Converts the row of a check run to the API format, including its progress. */
export async function presentRun(tx: Tx, row: RunRow): Promise<CorrectionRun> {
  const [counts] = await tx.db
    .select({ done: count(), red: sql`count(*) FILTER (WHERE ${correctionResults.state} = 'red')`.mapWith(Number) })
    .from(correctionResults)
    .where(whereTenant(correctionResults, row.tenantId, eq(correctionResults.runId, row.id)))
  return {
    _id: row.id,
    agent_id: row.agentId,
    revision: row.revision,
    version: row.version,
    state: row.state,
    total: row.total,
    done: counts?.done ?? 0,
    red: counts?.red ?? 0,
    started_at: row.startedAt.toISOString(),
  }
}

/**
 * Returns a check run of an agent.
 * @throws 404 if the agent has no such run
 */
export async function findRun(tx: Tx, tenantId: string, { agentId, id }: { agentId: string; id: string }): Promise<RunRow> {
  const [row] = await tx.db
    .select()
    .from(correctionRuns)
    .where(and(whereTenant(correctionRuns, tenantId, eq(correctionRuns.id, id)), eq(correctionRuns.agentId, agentId)))
  if (!row) throw errors.notFound()
  return row
}

/** Returns the check run of an agent that is in progress, or null if there is none. */
export async function findActiveRun(tx: Tx, tenantId: string, agentId: string): Promise<RunRow | null> {
  const [row] = await tx.db
    .select()
    .from(correctionRuns)
    .where(and(whereTenant(correctionRuns, tenantId, eq(correctionRuns.agentId, agentId)), eq(correctionRuns.state, 'running')))
  return row ?? null
}

export async function emitRunProgress(tx: Tx, row: RunRow): Promise<void> {
  const { _id, agent_id, done, total, red } = await presentRun(tx, row)
  tx.emit({ name: 'run.moved', payload: { tenantId: row.tenantId, agent_id, run_id: _id, done, total, red } })
}
