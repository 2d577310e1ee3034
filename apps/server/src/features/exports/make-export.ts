import { eq } from 'drizzle-orm'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { exports, tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import type { JobPayloads } from '../../platform/jobs/job-names.ts'
import { type ExportRecord, getExportFolder, removeExportFile } from './export-file.ts'
import type { ExportSources } from './ports.ts'
import { MAX_EXPORT_ROWS, TooManyRowsError, writeExportFile } from './write-export-file.ts'

const MAX_ATTEMPTS = 4
const TOO_MANY_ROWS_TEXT = `São mais de ${MAX_EXPORT_ROWS.toLocaleString('pt-BR')} registros. Escolha um período menor.`
const EXPORT_FAILED_TEXT = 'Não foi possível preparar o arquivo. Tente novamente.'

type ExportDeps = Pick<Deps, 'db' | 'config' | 'log'>
type ExportOutcome = Pick<ExportRecord, 'state'> & Partial<Pick<ExportRecord, 'rows' | 'size' | 'reason'>>

/**
 * Writes the file of a requested export and notifies the user. A retry starts from the beginning. `failures`: number of failed attempts so
 * far.
 * @throws if the attempt fails and is not the last one, so that the job queue retries it
 */
export async function makeExport(
  deps: ExportDeps,
  sources: ExportSources,
  { tenantId, exportId }: JobPayloads['make-export'],
  failures: number,
): Promise<void> {
  const runningExport = await findRunningExport(deps, { tenantId, exportId })
  if (!runningExport) return
  const { row, timezone } = runningExport
  try {
    const fileSummary = await writeExportFile((work) => deps.db.tenant(tenantId, work), {
      folder: getExportFolder(deps, tenantId),
      id: exportId,
      format: row.format,
      source: sources[row.kind],
      databaseUrl: deps.config.databaseUrl,
      request: { tenantId, filter: row.filter, until: row.createdAt, timezone },
    })
    await storeExportOutcome(deps, row, { state: 'ready', ...fileSummary })
  } catch (error) {
    const isTooMany = error instanceof TooManyRowsError
    if (!isTooMany && failures + 1 < MAX_ATTEMPTS) throw error
    if (!isTooMany) deps.log.error({ err: error, exportId }, 'an export could not be made')
    await storeExportOutcome(deps, row, { state: 'failed', reason: isTooMany ? TOO_MANY_ROWS_TEXT : EXPORT_FAILED_TEXT })
  }
}

async function findRunningExport({ db }: Pick<Deps, 'db'>, { tenantId, exportId }: JobPayloads['make-export']) {
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ row: exports, timezone: tenants.timezone })
      .from(exports)
      .innerJoin(tenants, whereTenant(exports, tenants.id))
      .where(whereTenant(exports, tenantId, eq(exports.id, exportId), eq(exports.state, 'running'))),
  )
  return row ?? null
}

/** Marks a running export as failed and notifies the user. Does nothing if the export is not running. */
export async function markExportFailed(deps: ExportDeps, job: JobPayloads['make-export']): Promise<void> {
  const runningExport = await findRunningExport(deps, job)
  if (runningExport) await storeExportOutcome(deps, runningExport.row, { state: 'failed', reason: EXPORT_FAILED_TEXT })
}

/** Stores the outcome of an export and notifies the user. Deletes the file if the export failed or was deleted meanwhile. */
async function storeExportOutcome(
  deps: ExportDeps,
  { tenantId, id, userId, filename }: ExportRecord,
  outcome: ExportOutcome,
): Promise<void> {
  const { state } = outcome
  const isFileNeeded = await deps.db.tenant(tenantId, async (tx) => {
    const updatedRows = await tx.db
      .update(exports)
      .set(outcome)
      .where(whereTenant(exports, tenantId, eq(exports.id, id), eq(exports.state, 'running')))
      .returning({ id: exports.id })
    if (updatedRows.length > 0 && state !== 'running')
      tx.emit({ name: 'export.settled', payload: { tenantId, userId, exportId: id, state, filename } })
    return updatedRows.length > 0 && state === 'ready'
  })
  if (!isFileNeeded) await removeExportFile(deps, tenantId, id)
}

/** Deletes an export and its file, when it expires or must be erased. */
export async function deleteExport(
  deps: Pick<Deps, 'db' | 'config'>,
  { tenantId, exportId }: JobPayloads['remove-export'],
): Promise<void> {
  await deps.db.tenant(tenantId, (tx) => tx.db.delete(exports).where(whereTenant(exports, tenantId, eq(exports.id, exportId))))
  await removeExportFile(deps, tenantId, exportId)
}
