import { eq, sql } from 'drizzle-orm'
import { getChangedFields, toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Tenants } from './ports.ts'

export const addTenant: Tenants['add'] = async (systemTx, tenant, now) => {
  const [row] = await systemTx.db
    .insert(tenants)
    .values({ ...tenant, createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new Error('An insert returned nothing')
  return row
}

export const incrementJoinCount: Tenants['incrementJoinCount'] = async (systemTx, tenantId) => {
  const [row] = await systemTx.db
    .update(tenants)
    .set({ joins: sql`${tenants.joins} + 1` })
    .where(eq(tenants.id, tenantId))
    .returning({ joins: tenants.joins })
  if (!row) throw new Error('Somebody joined an organisation that is not there')
  return row.joins
}

export const updateTenantSettings: Tenants['updateSettings'] = async (systemTx, identity, settings, now) => {
  const { tenantId } = identity
  const [before] = await systemTx.db.select().from(tenants).where(eq(tenants.id, tenantId)).for('update')
  await systemTx.db
    .update(tenants)
    .set({ ...settings, updatedAt: now })
    .where(eq(tenants.id, tenantId))
  const changes = before && getChangedFields<typeof settings>(before, settings)
  if (!changes) return false
  await writeAuditEntry(systemTx, { tenantId, actor: toAuditActor(identity), action: 'settings.changed', ...changes })
  return true
}
