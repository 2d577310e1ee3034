import type { listCorrections as call } from '@prosa/contract/calls/agents/corrections'
import type { CallResponse } from '@prosa/contract/define-call'
import type { Correction } from '@prosa/contract/entities/agents/correction'
import { desc, eq, type SQL } from 'drizzle-orm'
import { isUuid, type Tx } from '../../platform/database/database.ts'
import { buildTimeCursorCondition, formatTimeCursor } from '../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { corrections } from '../../platform/database/schema/agents/corrections.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { findAgentWithDraft } from '../agents/ports.ts'
import type { Costs } from '../costs/ports.ts'
import { presentCorrection } from './present.ts'
import { findActiveRun, presentRun } from './runs/run-queries.ts'
import { getResultsForDraft } from './runs/verification-status.ts'

const PAGE_SIZE = 50

interface CostEstimateDeps {
  llm: Deps['llm']
  costs: Pick<Costs, 'getAverageReplyCost'>
}

export const countActive = (tx: Tx, tenantId: string, agentId: string): Promise<number> =>
  tx.db.$count(corrections, whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.state, 'active')))

const selectCorrections = (tx: Tx) =>
  tx.db
    .select({ row: corrections, name: users.name })
    .from(corrections)
    .leftJoin(users, whereTenant(users, corrections.tenantId, eq(users.id, corrections.createdBy)))

/**
 * Lists an agent's corrections, newest first, with cursor pagination. Also returns the check run in progress and the estimated cost of
 * checking one correction.
 * @throws 400 for an invalid cursor
 */
export async function listCorrections(
  tx: Tx,
  { llm, costs }: CostEstimateDeps,
  tenantId: string,
  agentId: string,
  { limit = PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<CallResponse<typeof call>['data']> {
  const { createdAt, id } = corrections
  const after: SQL | undefined = cursor ? buildTimeCursorCondition(createdAt, id, cursor) : undefined
  const rows = await selectCorrections(tx)
    .where(whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), after))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)?.row
  const agentWithDraft = await findDraftedAgent(tx, tenantId, agentId)
  const results = await getCurrentResults(tx, tenantId, agentWithDraft)
  const run = await findActiveRun(tx, tenantId, agentId)
  return {
    corrections: pageRows.map(({ row, name }) => presentCorrection(row, name, results.get(row.id) ?? null)),
    active: await countActive(tx, tenantId, agentId),
    // Without a language model, a check costs nothing.
    case_micro_brl: llm && agentWithDraft?.agent.useModel ? await costs.getAverageReplyCost(tx, tenantId, agentId) : null,
    run: run && (await presentRun(tx, run)),
    nextCursor: rows.length > limit && last ? formatTimeCursor(last.createdAt, last.id) : null,
  }
}

/**
 * Returns a correction of an agent.
 * @throws 404 if the agent has no such correction
 */
export async function findCorrection(tx: Tx, tenantId: string, agentId: string, id: string): Promise<Correction> {
  const [row] = await selectCorrections(tx).where(
    whereTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id)),
  )
  if (!row) throw errors.notFound()
  const results = await getCurrentResults(tx, tenantId, await findDraftedAgent(tx, tenantId, agentId))
  return presentCorrection(row.row, row.name, results.get(id) ?? null)
}

const findDraftedAgent = async (tx: Tx, tenantId: string, agentId: string) =>
  isUuid(agentId) ? findAgentWithDraft(tx, tenantId, agentId) : null

/** Returns the check results of an agent's corrections for the current draft, by correction id. */
async function getCurrentResults(tx: Tx, tenantId: string, agentWithDraft: Awaited<ReturnType<typeof findDraftedAgent>>) {
  if (!agentWithDraft) return new Map<string, never>()
  const { agent, revision } = agentWithDraft
  return getResultsForDraft(tx, { tenantId, agentId: agent.id, revision, version: agent.version })
}
