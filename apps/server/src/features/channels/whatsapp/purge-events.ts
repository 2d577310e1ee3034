import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'

const DAY_MS = 86_400_000
/** Meta repeats itself for 7 days; until then a row tells a repetition from news. */
const KEPT_DAYS = 30

/** Has a tenant's old rows cleared within a day; asked again before that, nothing more happens. */
export const purgeWithinADay = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> =>
  jobs.send(tx, 'purge-whatsapp', { tenantId }, { key: tenantId, afterMs: DAY_MS })

/** Clears what Meta can no longer repeat, and comes again while there is something left: a number may never hear of anybody again. */
export function purgeEvents(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  { tenantId }: Jobs['purge-whatsapp'],
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
  return db.tenant(tenantId, async (tx) => {
    const ofTenant = eq(whatsappEvents.tenantId, tenantId)
    await tx.db.delete(whatsappEvents).where(and(ofTenant, lt(whatsappEvents.receivedAt, before)))
    const left = await tx.db.select({ key: whatsappEvents.key }).from(whatsappEvents).where(ofTenant).limit(1)
    if (left.length > 0) await purgeWithinADay(tx, { jobs }, tenantId)
  })
}
