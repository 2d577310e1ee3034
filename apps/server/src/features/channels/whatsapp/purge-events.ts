import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/jobs.ts'

const DAY_MS = 86_400_000
/** Meta repeats itself for 7 days; until then a row tells a repetition from news. */
const KEPT_DAYS = 30

/** Has a tenant's old rows cleared within a day; asked again before that, nothing more happens. */
export const purgeWithinADay = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> =>
  jobs.send(tx, 'purge-whatsapp', { tenantId }, { key: tenantId, startAfter: new Date(Date.now() + DAY_MS) })

/** Clears what Meta can no longer repeat. */
export function purgeEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tenantId }: Jobs['purge-whatsapp']): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
  return db.tenant(tenantId, async (tx) => {
    await tx.db.delete(whatsappEvents).where(and(eq(whatsappEvents.tenantId, tenantId), lt(whatsappEvents.receivedAt, before)))
  })
}
