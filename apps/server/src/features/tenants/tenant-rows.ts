import { eq, sql } from 'drizzle-orm'
import { getChangedFields, toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Tenants } from './ports.ts'

export const addTenant: Tenants['add'] = async (system, tenant, at) => {
  const [row] = await system.db
    .insert(tenants)
    .values({ ...tenant, createdAt: at, updatedAt: at })
    .returning()
  if (!row) throw new Error('An insert returned nothing')
  return row
}

export const incrementJoinCount: Tenants['countJoin'] = async (system, tenantId) => {
  const [row] = await system.db
    .update(tenants)
    .set({ joins: sql`${tenants.joins} + 1` })
    .where(eq(tenants.id, tenantId))
    .returning({ joins: tenants.joins })
  if (!row) throw new Error('Somebody joined an organisation that is not there')
  return row.joins
}

export const updateTenantSettings: Tenants['changeSettings'] = async (system, who, settings, at) => {
  const { tenantId } = who
  const [before] = await system.db.select().from(tenants).where(eq(tenants.id, tenantId)).for('update')
  await system.db
    .update(tenants)
    .set({ ...settings, updatedAt: at })
    .where(eq(tenants.id, tenantId))
  const changes = before && getChangedFields<typeof settings>(before, settings)
  if (!changes) return false
  await writeAuditEntry(system, { tenantId, actor: toAuditActor(who), action: 'settings.changed', ...changes })
  return true
}
