import type { CorrectionRun } from '@prosa/contract/entities/agents/correction'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { correctionRuns } from '../../../platform/database/schema/agents/corrections.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { lockAgentForUpdate, requireDraftRevision } from '../../agents/ports.ts'
import { countActive } from '../queries.ts'
import { emitRunProgress, findActiveRun, findRun, presentRun, type RunRow } from './run-queries.ts'

const NO_ACTIVE_CORRECTIONS = 'Não há correções ativas para conferir.'

/**
 * Starts a run that checks an agent's corrections against a revision of its draft. Returns the existing run if one for this revision is in
 * progress; stops a run of another revision.
 * @throws 404 if the agent does not exist; 409 if no correction is turned on, or if the draft has a newer revision
 */
export function startRun(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { tenantId, userId }: Identity,
  agentId: string,
  revision: number,
): Promise<CorrectionRun> {
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, agentId)
    const startedAt = clock.now()
    await requireDraftRevision(tx, agent, revision, startedAt)
    const { version } = agent
    const activeRun = await findActiveRun(tx, tenantId, agentId)
    if (activeRun?.revision === revision && activeRun.version === version) return presentRun(tx, activeRun)
    if (activeRun) await endRun(tx, activeRun, 'stopped')
    const total = await countActive(tx, tenantId, agentId)
    if (total === 0) throw errors.conflict(NO_ACTIVE_CORRECTIONS)
    const id = uuid()
    const [row] = await tx.db
      .insert(correctionRuns)
      .values({ tenantId, id, agentId, revision, version, state: 'running', total, startedBy: userId, startedAt })
      .returning()
    if (!row) throw errors.internal()
    await jobs.send(tx, 'run-corrections', { tenantId, runId: id }, { key: id })
    await emitRunProgress(tx, row)
    return presentRun(tx, row)
  })
}

/**
 * Stops a check run. Keeps the results stored so far.
 * @throws 404 if the agent has no such run
 */
export function stopRun(
  { db }: Pick<Deps, 'db'>,
  { tenantId }: Identity,
  runKey: { agentId: string; id: string },
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const row = await findRun(tx, tenantId, runKey)
    if (row.state === 'running') await endRun(tx, row, 'stopped')
  })
}

/** Stops a check run whose job failed after all retries. */
export function stopFailedRun({ db }: Pick<Deps, 'db'>, { tenantId, runId }: JobPayloads['run-corrections']): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(correctionRuns)
      .where(whereTenant(correctionRuns, tenantId, eq(correctionRuns.id, runId)))
    if (row?.state === 'running') await endRun(tx, row, 'stopped')
  })
}

export async function endRun(tx: Tx, row: RunRow, state: 'done' | 'stopped'): Promise<void> {
  await tx.db
    .update(correctionRuns)
    .set({ state })
    .where(whereTenant(correctionRuns, row.tenantId, eq(correctionRuns.id, row.id)))
  await emitRunProgress(tx, row)
}
