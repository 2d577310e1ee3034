import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/access/identity.ts'
import { lockTenantUsers } from '../../platform/access/link-maker-role.ts'
import { getChangedFields, toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import { getSqlState, UNIQUE_VIOLATION } from '../../platform/database/database.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import type { Agents } from '../agents/ports.ts'
import type { Accounts } from '../auth/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Invitations } from '../users/ports.ts'
import type { TenantRow } from './ports.ts'
import { addTenant } from './tenant-rows.ts'

/**
 * Verifies that the user belongs to the platform staff.
 * @throws 403 otherwise
 */
function requirePlatformStaff(identity: Identity): void {
  if (!identity.isPlatformUser || identity.role !== 'staff') throw errors.permissionDenied()
}

/**
 * Creates an organisation with one agent of each type.
 * @throws 403; 409 if the domain is taken
 */
export async function createTenant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  agents: Agents,
  identity: Identity,
  input: { name: string; domain: string },
): Promise<TenantRow> {
  requirePlatformStaff(identity)
  const now = clock.now()
  return rejectTakenDomain(() =>
    db.system(async (tx) => {
      const id = uuid()
      const row = await addTenant(tx, { id, ...input, platform: false }, now)
      await agents.createDefaultAgents(tx, id, now)
      await writeAuditEntry(tx, {
        tenantId: identity.tenantId,
        actor: toAuditActor(identity),
        action: 'organisation.created',
        subject: { kind: 'organisation', id, label: row.name },
      })
      return row
    }),
  )
}

export interface TenantChange {
  name?: string | undefined
  domain?: string | undefined
  active?: boolean | undefined
  /** Storage quota in MB; null for the server's default. */
  storage_mb?: number | null | undefined
}

export interface TenantChangePorts {
  accounts: Pick<Accounts, 'endSessions' | 'invalidateTenantResetLinks'>
  files: Pick<Files, 'updateStorageState'>
  invitations: Pick<Invitations, 'cancelAllOfTenant'>
}

/**
 * Changes name, domain, storage quota or active state of an organisation. Deactivating it ends all its sessions and invalidates its
 * invitations and password reset links.
 * @throws 403, 404; 409 if the domain is taken, or to deactivate the platform's own organisation
 */
export async function updateTenant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accounts, files, invitations }: TenantChangePorts,
  identity: Identity,
  id: string,
  { name, domain, active, storage_mb: storageMb }: TenantChange,
): Promise<TenantRow> {
  requirePlatformStaff(identity)
  if (id === identity.tenantId && active === false) throw errors.conflict('A organização da plataforma não pode ser desligada.')
  const now = clock.now()
  return rejectTakenDomain(() =>
    db.system(async (tx) => {
      if (active === false) await lockTenantUsers(tx, id)
      const [before] = await tx.db.select().from(tenants).where(eq(tenants.id, id)).for('update')
      const [row] = await tx.db
        .update(tenants)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(domain === undefined ? {} : { domain }),
          ...(active === undefined ? {} : { active }),
          ...(storageMb === undefined ? {} : { storageMb }),
          updatedAt: now,
        })
        .where(eq(tenants.id, id))
        .returning()
      if (!row) throw errors.notFound()
      const changes = before && getChangedFields(before, { name, domain, active, storageMb })
      if (changes)
        await writeAuditEntry(tx, {
          tenantId: identity.tenantId,
          actor: toAuditActor(identity),
          action: 'organisation.changed',
          subject: { kind: 'organisation', id, label: row.name },
          ...changes,
        })
      if (before?.storageMb !== row.storageMb) await files.updateStorageState(tx, id)
      if (active === false) {
        await accounts.endSessions(tx, { tenantId: id, reason: 'tenant switched off', endedAt: now })
        await accounts.invalidateTenantResetLinks(tx, id, now)
        await invitations.cancelAllOfTenant(tx, identity, id)
        tx.emit({ name: 'sessions.ended', payload: { tenantId: id, code: 'TENANT_INACTIVE' } })
      }
      return row
    }),
  )
}

async function rejectTakenDomain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (getSqlState(error) !== UNIQUE_VIOLATION) throw error
    throw errors.conflict('Este domínio já está em uso.', { domain: 'Este domínio já está em uso.' })
  }
}
