import { subDays } from 'date-fns/subDays'
import { subMonths } from 'date-fns/subMonths'
import { isNotNull, or, sql } from 'drizzle-orm'
import { clearOldIpAddresses, IP_ADDRESS_RETENTION_MONTHS } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Accounts } from '../../auth/ports.ts'
import { type ErasureHandlers, eraseLead } from '../lead-data/erase-lead.ts'
import { deleteOldFiles } from './delete-old-files.ts'

type RetentionDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

const DAY_MS = 86_400_000
const FIRST_RUN_DELAY_MS = 600_000
/**
 * Number of days for which the agent's memory before each answer is stored. Users can also correct older answers, but the snapshot then
 * lacks the memory.
 */
const TURN_STARTS_DAYS = 30
const ERASE_BATCH_SIZE = 20
const READ_BATCH_SIZE = 1_000

/** Schedules the daily retention job. Does nothing if it is already scheduled. */
export const scheduleRetention = ({ db, jobs }: RetentionDeps): Promise<void> =>
  db.system((tx) => scheduleNextRun(tx, { jobs }, FIRST_RUN_DELAY_MS))

const scheduleNextRun = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, afterMs: number): Promise<void> =>
  jobs.send(tx, 'keep-house', {}, { key: 'all', afterMs })

/**
 * Deletes expired access records, and leads and files that are older than their organisation's limits.
 * @throws AggregateError if it failed for some organisations
 */
export async function runRetention(
  deps: RetentionDeps,
  { accounts, erasureHandlers }: { accounts: Pick<Accounts, 'deleteOldSessions'>; erasureHandlers: ErasureHandlers },
): Promise<void> {
  const { db, clock } = deps
  // Schedules the next run first, so that a failed run does not end the daily schedule.
  await db.system((tx) => scheduleNextRun(tx, deps, DAY_MS))
  const tenantsWithRetention = await db.system(async (tx) => {
    const before = subMonths(clock.now(), IP_ADDRESS_RETENTION_MONTHS)
    await clearOldIpAddresses(tx, before)
    await accounts.deleteOldSessions(tx, before, clock.now())
    await erasureHandlers.conversations.deleteOldTurnStartStates(tx, subDays(clock.now(), TURN_STARTS_DAYS))
    // Time zones differ by up to 26 hours, so only after two days has a day ended everywhere.
    await erasureHandlers.conversations.clearAddressKeys(tx, subDays(clock.now(), 1))
    await erasureHandlers.assistant.deleteAddressUsage(tx, toCivilDate(subDays(clock.now(), 2), 'UTC'))
    return tx.db
      .select({ tenantId: tenants.id, months: tenants.retentionMonths, fileMonths: tenants.fileMonths })
      .from(tenants)
      .where(or(isNotNull(tenants.retentionMonths), isNotNull(tenants.fileMonths)))
  })
  const failures: unknown[] = []
  for (const { tenantId, months, fileMonths } of tenantsWithRetention) {
    // An error in one organisation must not affect the others. Errors are collected and thrown at the end.
    try {
      if (months !== null) await eraseInactiveLeads(deps, erasureHandlers, tenantId, subMonths(clock.now(), months))
      if (fileMonths !== null) await deleteOldFiles(deps, erasureHandlers, { tenantId, months: fileMonths })
    } catch (error) {
      deps.log.error({ err: error, tenantId }, 'leads without movement, or old files, were not all erased')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} organisations could not be kept`)
}

async function eraseInactiveLeads(
  deps: RetentionDeps,
  erasureHandlers: ErasureHandlers,
  tenantId: string,
  before: Date,
): Promise<void> {
  let erasedCount = 0
  for (let position: LeadPosition | null = FIRST_POSITION; position; ) {
    const start: LeadPosition = position
    const { inactiveLeadIds, nextPosition } = await deps.db.tenant(tenantId, (tx) => loadNextLeads(tx, tenantId, before, start))
    for (let index = 0; index < inactiveLeadIds.length; index += ERASE_BATCH_SIZE)
      erasedCount += await eraseBatch(
        deps,
        erasureHandlers,
        tenantId,
        before,
        inactiveLeadIds.slice(index, index + ERASE_BATCH_SIZE),
      )
    position = nextPosition
  }
  if (erasedCount > 0) deps.log.info({ tenantId, erased: erasedCount }, 'leads without movement were erased')
}

const eraseBatch = (
  { db, jobs, clock }: RetentionDeps,
  erasureHandlers: ErasureHandlers,
  tenantId: string,
  before: Date,
  leadIds: readonly string[],
): Promise<number> =>
  db.tenant(tenantId, async (tx) => {
    let erasedCount = 0
    for (const leadId of leadIds) {
      const erasure = { tenantId, leadId, userId: null, inactiveSince: before, at: clock.now() }
      if (await eraseLead(tx, { jobs }, erasureHandlers, erasure)) erasedCount++
    }
    return erasedCount
  })

/** Position in the list of an organisation's leads, which is processed oldest first. */
interface LeadPosition {
  createdAt: string
  id: string
}
const FIRST_POSITION: LeadPosition = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Reads a page of leads after a position. `inactiveLeadIds`: those without a message since `before`. `nextPosition`: start of the next
 * page, or null after the last lead.
 */
async function loadNextLeads(tx: Tx, tenantId: string, before: Date, { createdAt, id }: LeadPosition) {
  const { rows } = await tx.db.execute(sql`
    SELECT l.id, l.created_at::text AS created_at, NOT EXISTS (
        SELECT FROM conversations c WHERE c.tenant_id = l.tenant_id AND c.lead_id = l.id
          AND GREATEST(c.last_client_message_at, c.last_agent_message_at, c.created_at) >= ${before.toISOString()}::timestamptz) AS quiet
    FROM (
      SELECT tenant_id, id, created_at FROM leads
      WHERE tenant_id = ${tenantId} AND erased_at IS NULL AND created_at < ${before.toISOString()}::timestamptz
        AND (created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)
      ORDER BY created_at, id LIMIT ${READ_BATCH_SIZE}) l
    ORDER BY l.created_at, l.id`)
  const last = rows.length === READ_BATCH_SIZE ? rows.at(-1) : undefined
  return {
    inactiveLeadIds: rows.filter(({ quiet }) => quiet).map((row) => String(row['id'])),
    nextPosition: last ? { createdAt: String(last['created_at']), id: String(last['id']) } : null,
  }
}
