import { TZDate } from '@date-fns/tz'
import type { startExport as call } from '@prosa/contract/calls/reports/exports'
import type { CallBody } from '@prosa/contract/define-call'
import { format } from 'date-fns/format'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import { exports, tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import type { ExportRecord } from './export-file.ts'
import type { ExportSources } from './ports.ts'

/** Lifetime of an export and its file in milliseconds (OPEN-11). */
const EXPORT_LIFETIME_MS = 24 * 3_600_000
const ALREADY_RUNNING_TEXT = 'Um arquivo já está sendo preparado. Espere por ele antes de pedir outro.'

/**
 * Starts an export and writes this to the audit log (TRUST-22).
 * @throws 409 if the user already has an export in progress
 */
export async function startExport(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  sources: ExportSources,
  identity: Identity,
  { kind, format: fileFormat, filter = {} }: CallBody<typeof call>,
): Promise<ExportRecord> {
  const { tenantId, userId } = identity
  const requestedAt = clock.now()
  return db.tenant(tenantId, async (tx) => {
    const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
    const day = format(new TZDate(requestedAt.getTime(), tenant?.timezone ?? 'UTC'), 'yyyy-MM-dd')
    const filename = `${sources[kind].name}-${day}.${fileFormat}`
    const [row] = await tx.db
      .insert(exports)
      .values({
        tenantId,
        id: uuid(),
        userId,
        kind,
        format: fileFormat,
        filter,
        filename,
        state: 'running',
        createdAt: requestedAt,
        expiresAt: new Date(requestedAt.getTime() + EXPORT_LIFETIME_MS),
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw errors.conflict(ALREADY_RUNNING_TEXT)
    await jobs.send(tx, 'make-export', { tenantId, exportId: row.id }, { key: row.id })
    await jobs.send(tx, 'remove-export', { tenantId, exportId: row.id }, { key: row.id, afterMs: EXPORT_LIFETIME_MS })
    // The search text may be a lead's name, and audit entries are never erased. The audit log therefore only contains that a search text
    // was used.
    const { search, ...otherFilters } = filter
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'export.made',
      subject: { kind: 'export', id: row.id, label: filename },
      after: { ...otherFilters, ...(search ? { searched: true } : {}) },
    })
    return row
  })
}
