import type { PageRefresh } from '@prosa/contract/entities/agents/knowledge'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { SourceRow } from '../present.ts'

const DAY_MS = 86_400_000
const REFRESH_INTERVAL_MS: Readonly<Record<Exclude<PageRefresh, 'never'>, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS }

/** Schedules the job that reads a knowledge source. Agents use its previous passages until the job ends. */
export async function scheduleSourceReading(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, id, revision }: SourceRow,
): Promise<void> {
  await jobs.send(tx, 'read-source', { tenantId, sourceId: id, revision }, { key: `${id}:${revision}` })
  tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: id, state: 'reading' } })
}

/** Schedules the next refresh of a web page, in a day or a week. Does nothing for other knowledge sources. */
export async function schedulePageRefresh(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, id, revision, kind, refresh }: SourceRow,
): Promise<void> {
  if (kind !== 'page' || refresh === 'never') return
  const afterMs = REFRESH_INTERVAL_MS[refresh]
  await jobs.sendOrPostpone(tx, 'refresh-source', { tenantId, sourceId: id, revision }, { key: id, afterMs })
}

/**
 * Schedules another reading of a knowledge source.
 * @returns null if the source does not exist, or if its revision is not `revision`
 */
export async function restartSourceReading(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { tenantId, id, revision }: { tenantId: string; id: string; revision?: number },
): Promise<SourceRow | null> {
  const sourceFilter = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id))
  const [before] = await tx.db.select().from(knowledgeSources).where(sourceFilter).for('update')
  if (!before || (revision !== undefined && revision !== before.revision)) return null
  const [row] = await tx.db
    .update(knowledgeSources)
    .set({ state: 'reading', revision: before.revision + 1 })
    .where(sourceFilter)
    .returning()
  if (!row) return null
  await scheduleSourceReading(tx, deps, row)
  return row
}

/**
 * Schedules another reading of a web page whose refresh is due. Does nothing if the page was changed or read meanwhile, or if its refresh
 * was disabled.
 */
export async function handleRefreshSourceJob(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { tenantId, sourceId, revision }: JobPayloads['refresh-source'],
): Promise<void> {
  await deps.db.tenant(tenantId, async (tx) => {
    const sourceFilter = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, sourceId))
    const [row] = await tx.db.select({ refresh: knowledgeSources.refresh }).from(knowledgeSources).where(sourceFilter)
    if (row && row.refresh !== 'never') await restartSourceReading(tx, deps, { tenantId, id: sourceId, revision })
  })
}
