import { eq } from 'drizzle-orm'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { Tenants } from '../tenants/ports.ts'

/** Months without movement after which an organisation's leads are erased; null: never. */
export function readRetention({ db }: Pick<Deps, 'db'>, { tenantId }: Identity): Promise<number | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db.select({ months: tenants.retentionMonths }).from(tenants).where(eq(tenants.id, tenantId))
    return row?.months ?? null
  })
}

/** Changes it, as the system: an organisation may not write its own row. */
export const setRetention = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenants: Pick<Tenants, 'changeSettings'>,
  who: Identity,
  retentionMonths: number | null,
): Promise<void> => db.system((tx) => tenants.changeSettings(tx, who, { retentionMonths }, clock.now()))
