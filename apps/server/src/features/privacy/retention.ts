import { eq } from 'drizzle-orm'
import { audit, changesOf } from '../../kernel/audit.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Identity } from '../../kernel/http/identity.ts'

/** Months without movement after which an organisation's leads are erased; null: never. */
export function readRetention({ db }: Pick<Deps, 'db'>, { tenantId }: Identity): Promise<number | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db.select({ months: tenants.retentionMonths }).from(tenants).where(eq(tenants.id, tenantId))
    return row?.months ?? null
  })
}

/** Changes it. As the system, because an organisation may not write its own row; only this column of it is. */
export function setRetention(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  months: number | null,
): Promise<void> {
  return db.system(async (tx) => {
    const [before] = await tx.db
      .select({ retentionMonths: tenants.retentionMonths })
      .from(tenants)
      .where(eq(tenants.id, tenantId))
      .for('update')
    await tx.db.update(tenants).set({ retentionMonths: months, updatedAt: clock.now() }).where(eq(tenants.id, tenantId))
    const changes = before && changesOf(before, { retentionMonths: months })
    if (changes) await audit(tx, { tenantId, actor: { kind: 'user', id: userId }, action: 'settings.changed', ...changes })
  })
}
