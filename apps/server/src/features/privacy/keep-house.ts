import { subMonths } from 'date-fns/subMonths'
import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { sessions } from '../../kernel/db/schema/accounts.ts'
import { auditLog, tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { eraseLead } from './erase-lead.ts'

type HouseDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>
type ViewsOfLead = Parameters<typeof eraseLead>[2]

/** Access records are kept for so long, and no longer (Marco Civil, art. 15). */
const ACCESS_MONTHS = 6
const DAY_MS = 86_400_000
const SOON_MS = 600_000
/** Leads erased in one transaction. */
const BATCH = 20

/** Has the house kept from now on, once a day. Asked again, nothing more happens. */
export const startHouseKeeping = ({ db, jobs }: HouseDeps): Promise<void> => db.system((tx) => nextRound(tx, { jobs }, SOON_MS))

const nextRound = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, ms: number): Promise<void> =>
  jobs.send(tx, 'keep-house', {}, { key: 'all', startAfter: new Date(Date.now() + ms) })

/** Clears access records whose time is over, and erases the leads that their organisations no longer want to keep. */
export async function keepHouse(deps: HouseDeps, viewsOfLead: ViewsOfLead): Promise<void> {
  const { db, clock } = deps
  // First of all, and for good: a round that fails must not be the last.
  await db.system((tx) => nextRound(tx, deps, DAY_MS))
  const keeping = await db.system(async (tx) => {
    await clearAccessRecords(tx, clock.now())
    return tx.db
      .select({ tenantId: tenants.id, months: tenants.retentionMonths })
      .from(tenants)
      .where(isNotNull(tenants.retentionMonths))
  })
  const failures: unknown[] = []
  for (const { tenantId, months } of keeping) {
    if (months === null) continue
    // One organisation's trouble is not the others': they come all the same, and then the round is tried again.
    try {
      await eraseQuiet(deps, viewsOfLead, tenantId, subMonths(clock.now(), months))
    } catch (error) {
      deps.log.error({ err: error, tenantId }, 'leads without movement were not all erased')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} organisations could not be kept`)
}

async function eraseQuiet(deps: HouseDeps, viewsOfLead: ViewsOfLead, tenantId: string, before: Date): Promise<void> {
  let erased = 0
  for (let batch = BATCH; batch === BATCH; erased += batch) batch = await eraseBatch(deps, viewsOfLead, tenantId, before)
  if (erased > 0) deps.log.info({ tenantId, erased }, 'leads without movement were erased')
}

async function clearAccessRecords(tx: Tx, now: Date): Promise<void> {
  const before = subMonths(now, ACCESS_MONTHS)
  await tx.db.delete(auditLog).where(and(isNotNull(auditLog.ip), lt(auditLog.createdAt, before)))
  // A session that is still good has been used since.
  await tx.db.delete(sessions).where(and(lt(sessions.lastUsedAt, before), lt(sessions.expiresAt, now)))
}

const eraseBatch = ({ db, jobs, clock }: HouseDeps, viewsOfLead: ViewsOfLead, tenantId: string, before: Date): Promise<number> =>
  db.tenant(tenantId, async (tx) => {
    const leadIds = await withoutMovement(tx, tenantId, before)
    let erased = 0
    for (const leadId of leadIds) {
      const erasure = { tenantId, leadId, userId: null, quietSince: before, at: clock.now() }
      if (await eraseLead(tx, { jobs }, viewsOfLead, erasure)) erased++
    }
    return erased
  })

/** Leads that neither wrote nor were written to since. Paused, archived or flagged since is no movement. */
async function withoutMovement(tx: Tx, tenantId: string, before: Date): Promise<string[]> {
  const { rows } = await tx.db.execute(sql`
    SELECT l.id FROM leads l
    WHERE l.tenant_id = ${tenantId} AND l.erased_at IS NULL AND l.created_at < ${before.toISOString()}::timestamptz
      AND NOT EXISTS (
        SELECT FROM conversations c WHERE c.tenant_id = l.tenant_id AND c.lead_id = l.id
          AND GREATEST(c.last_client_message_at, c.last_agent_message_at, c.created_at) >= ${before.toISOString()}::timestamptz)
    ORDER BY l.created_at LIMIT ${BATCH}`)
  return rows.map(({ id }) => String(id))
}
