import { eq } from 'drizzle-orm'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { exports, tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/job-names.ts'
import { type ExportRecord, exportFolder, removeFile } from './export-file.ts'
import type { ExportSources } from './ports.ts'
import { EXPORT_MAX_ROWS, TooManyRows, writeFile } from './write-file.ts'

/** Attempts after which the export is marked as failed. */
const ATTEMPTS = 4
const TOO_MANY = `São mais de ${EXPORT_MAX_ROWS.toLocaleString('pt-BR')} registros. Escolha um período menor.`
const IN_VAIN = 'Não foi possível preparar o arquivo. Tente novamente.'

type MakeDeps = Pick<Deps, 'db' | 'config' | 'log'>
type Outcome = Pick<ExportRecord, 'state'> & Partial<Pick<ExportRecord, 'rows' | 'size' | 'reason'>>

/**
 * Writes the file of a requested export and notifies its user. An interrupted export starts again from the beginning.
 * @throws if an attempt before the last one fails, so that the job is retried
 */
export async function makeExport(
  deps: MakeDeps,
  sources: ExportSources,
  { tenantId, exportId }: Jobs['make-export'],
  failures: number,
): Promise<void> {
  const found = await findRunning(deps, { tenantId, exportId })
  if (!found) return
  const { row, timezone } = found
  try {
    const written = await writeFile((work) => deps.db.tenant(tenantId, work), {
      folder: exportFolder(deps, tenantId),
      id: exportId,
      format: row.format,
      source: sources[row.kind],
      databaseUrl: deps.config.databaseUrl,
      asked: { tenantId, filter: row.filter, until: row.createdAt, timezone },
    })
    await settle(deps, row, { state: 'ready', ...written })
  } catch (error) {
    const isTooMany = error instanceof TooManyRows
    if (!isTooMany && failures + 1 < ATTEMPTS) throw error
    if (!isTooMany) deps.log.error({ err: error, exportId }, 'an export could not be made')
    await settle(deps, row, { state: 'failed', reason: isTooMany ? TOO_MANY : IN_VAIN })
  }
}

async function findRunning({ db }: Pick<Deps, 'db'>, { tenantId, exportId }: Jobs['make-export']) {
  const [found] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ row: exports, timezone: tenants.timezone })
      .from(exports)
      .innerJoin(tenants, ofTenant(exports, tenants.id))
      .where(ofTenant(exports, tenantId, eq(exports.id, exportId), eq(exports.state, 'running'))),
  )
  return found ?? null
}

/** Marks a running export as failed. */
export async function giveUpExport(deps: MakeDeps, job: Jobs['make-export']): Promise<void> {
  const found = await findRunning(deps, job)
  if (found) await settle(deps, found.row, { state: 'failed', reason: IN_VAIN })
}

/** Stores the outcome of an export and notifies its user. Deletes the file if the export failed, or was withdrawn meanwhile. */
async function settle(deps: MakeDeps, { tenantId, id, userId, filename }: ExportRecord, outcome: Outcome): Promise<void> {
  const { state } = outcome
  const kept = await deps.db.tenant(tenantId, async (tx) => {
    const settled = await tx.db
      .update(exports)
      .set(outcome)
      .where(ofTenant(exports, tenantId, eq(exports.id, id), eq(exports.state, 'running')))
      .returning({ id: exports.id })
    if (settled.length > 0 && state !== 'running')
      tx.emit({ name: 'export.settled', payload: { tenantId, userId, exportId: id, state, filename } })
    return settled.length > 0 && state === 'ready'
  })
  if (!kept) await removeFile(deps, tenantId, id)
}

/** Deletes an export and its file, because it has expired or contains data that must be erased. */
export async function removeExport(
  deps: Pick<Deps, 'db' | 'config'>,
  { tenantId, exportId }: Jobs['remove-export'],
): Promise<void> {
  await deps.db.tenant(tenantId, (tx) => tx.db.delete(exports).where(ofTenant(exports, tenantId, eq(exports.id, exportId))))
  await removeFile(deps, tenantId, exportId)
}
