import send from '@fastify/send'
import * as calls from '@prosa/contract/calls/reports/exports'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { exports } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { type ExportRecord, getExportFolder, presentExport } from './export-file.ts'
import type { ExportSources } from './ports.ts'
import { startExport } from './start-export.ts'

/**
 * Maximum number of exports in the list. Expected to be enough: exports are deleted after a day, and a user can only have one in progress.
 */
const MAX_LISTED_EXPORTS = 100
const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const

/**
 * Registers the API endpoints for exports. Only the user who requested an export can list and download it, because it may contain much of
 * the organisation's data.
 */
export function exportRoutes(app: FastifyInstance, deps: Deps, sources: ExportSources): void {
  const isOwn = ({ tenantId, userId }: Identity) =>
    whereTenant(exports, tenantId, eq(exports.userId, userId), gt(exports.expiresAt, deps.clock.now()))

  registerRoute(app, calls.startExport, async ({ identity, body }) =>
    ok(presentExport(await startExport(deps, sources, identity, body))),
  )

  registerRoute(app, calls.listExports, async ({ identity }) => {
    const rows = await deps.db.runRead(identity, (tx) =>
      tx.db
        .select()
        .from(exports)
        .where(isOwn(identity))
        .orderBy(desc(exports.createdAt), desc(exports.id))
        .limit(MAX_LISTED_EXPORTS),
    )
    return ok({ exports: rows.map(presentExport) })
  })

  registerRoute(app, calls.downloadExport, async ({ identity, params: { id }, request, reply }) => {
    const row = await findExportForDownload(deps, identity, id, isOwn(identity))
    if (!row) throw errors.notFound()
    const file = await send(request.raw, row.id, {
      root: getExportFolder(deps, identity.tenantId),
      acceptRanges: false,
      contentType: false,
      cacheControl: false,
      etag: false,
      lastModified: false,
    })
    if (file.statusCode !== 200) throw errors.notFound()
    return reply
      .headers(file.headers)
      .headers({
        'content-type': CONTENT_TYPES[row.format],
        'content-disposition': `attachment; filename="${row.filename}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(file.stream)
  })
}

/** Returns a completed export of the user, or null. Writes the download to the audit log before any data is sent (TRUST-22). */
const findExportForDownload = (
  { db }: Pick<Deps, 'db'>,
  identity: Identity,
  id: string,
  isOwn: ReturnType<typeof and>,
): Promise<ExportRecord | null> =>
  db.tenant(identity.tenantId, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(exports)
      .where(and(isOwn, eq(exports.id, id), eq(exports.state, 'ready')))
    if (!row) return null
    await writeAuditEntry(tx, {
      tenantId: identity.tenantId,
      actor: toAuditActor(identity),
      action: 'export.downloaded',
      subject: { kind: 'export', id, label: row.filename },
    })
    return row
  })
