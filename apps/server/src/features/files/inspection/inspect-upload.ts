import { createHash } from 'node:crypto'
import {
  classifyFile,
  getAudioChannelsError,
  TEAM_FILE_LIMITS,
  UNREADABLE_FILE_MESSAGE,
  VISITOR_FILE_LIMITS,
} from '@prosa/contract/rules/files/accepted-files'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { INFECTED_FILE_MESSAGE } from '../../../platform/external-services/virus-scanner.ts'
import { IsolatedTaskError } from '../../../platform/isolated-task/isolated-task-error.ts'
import { inspectFile } from '../isolated/isolated-file-tasks.ts'
import type { FileRow } from '../ports.ts'
import { copyIncomingBytes, ensureBytesStored, removeUnusedBytes } from '../storage/content-storage.ts'
import { getIncomingPrefix, getInspectionFileName, getPartName } from '../storage/storage-names.ts'
import { joinFileParts } from '../uploads/join-file-parts.ts'
import { claimInspection, releaseInspection } from './claim-inspection.ts'
import { scanIncomingFile } from './scan-incoming-file.ts'

const ALTERED_TEXT = 'O arquivo chegou diferente do que foi enviado. Tente de novo.'
/**
 * Milliseconds to wait for a free inspection process. After that, the file stays without a verdict until the client requests the file
 * again.
 */
const INSPECTION_WAIT_MS = 15_000

type InspectUploadDeps = Pick<Deps, 'db' | 'files' | 'scanner' | 'log'>

/**
 * Result of an inspection: refused with a reason, accepted with the file's properties, or `undecided` because no process was free or the
 * scanner is down. After `undecided`, the next request about the file starts another inspection.
 */
type Verdict =
  | { refused: string }
  | 'undecided'
  | (Pick<FileRow, 'mimeType' | 'durationMs'> & { kind: FileRow['kind']; sha256: string })

/**
 * Inspects a completely uploaded file: its content (MEDIA-04) and a malware scanner (MEDIA-26) decide whether the file is stored or
 * refused. Returns the current row if another inspection is running. If the inspection fails or crashes, the file is refused.
 * @throws 404 if the file was deleted meanwhile
 */
export async function inspectUpload(deps: InspectUploadDeps, row: FileRow, parts: number): Promise<FileRow> {
  const claim = await claimInspection(deps, row)
  if (claim === 'busy') return (await reloadFile(deps, row)) ?? row
  const { tenantId, id } = row
  const whole = getInspectionFileName(id, uuid())
  try {
    const verdict = claim === 'lost' ? { refused: UNREADABLE_FILE_MESSAGE } : await getVerdict(deps, row, parts, whole)
    if (verdict === 'undecided') {
      await deps.files.remove(tenantId, whole)
      await releaseInspection(deps, row)
      return row
    }
    await storeVerdict(deps, row, verdict, whole)
  } catch (error) {
    await deps.files.remove(tenantId, whole)
    await releaseInspection(deps, row)
    const now = await reloadFile(deps, row)
    if (!now || now.state === 'receiving') throw now ? error : errors.notFound()
  }
  await deps.files.remove(tenantId, getIncomingPrefix(id))
  const now = await reloadFile(deps, row)
  if (!now) throw errors.notFound()
  return now
}

/**
 * Stores the verdict in the file row. In the same transaction, ensures that the bytes of an accepted file exist under their permanent name.
 */
async function storeVerdict(
  deps: InspectUploadDeps,
  { tenantId, id }: FileRow,
  verdict: Exclude<Verdict, 'undecided'>,
  whole: string,
): Promise<void> {
  const unkept = await deps.db.tenant(tenantId, async (tx) => {
    const mine = whereTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))
    if ('refused' in verdict) {
      await tx.db.update(files).set({ state: 'refused', reason: verdict.refused }).where(mine)
      return null
    }
    const { kind, mimeType, durationMs, sha256 } = verdict
    const stored = { state: 'stored' as const, storedAs: sha256, kind, mimeType, durationMs }
    const kept = await tx.db.update(files).set(stored).where(mine).returning({ id: files.id })
    if (kept.length === 0) return sha256
    await ensureBytesStored(tx, deps, { tenantId, from: whole, sha256 })
    return null
  })
  // The file was deleted meanwhile, or another inspection stored its verdict after this claim had expired.
  if (unkept !== null) await removeUnusedBytes(deps, { tenantId, name: unkept })
}

/**
 * Joins the parts of a file, inspects the result and returns the verdict. Copies the bytes of an accepted file to their permanent name.
 */
async function getVerdict(deps: InspectUploadDeps, row: FileRow, parts: number, whole: string): Promise<Verdict> {
  const { files: store } = deps
  const { tenantId, id, size, sha256 } = row
  const hash = createHash('sha256')
  const names = Array.from({ length: parts }, (_, at) => getPartName(id, at + 1))
  await store.put(tenantId, whole, joinFileParts(store, tenantId, names, hash))
  if (sha256 === null || hash.digest('hex') !== sha256) return { refused: ALTERED_TEXT }
  const facts = await inspectInIsolation(deps, row, whole)
  if (facts === 'unreadable') return { refused: UNREADABLE_FILE_MESSAGE }
  if (facts === 'busy') return 'undecided'
  const terms = row.origin === 'visitor' ? VISITOR_FILE_LIMITS : TEAM_FILE_LIMITS
  const judged = classifyFile(facts, { filename: row.filename ?? '', size }, terms)
  if ('refused' in judged) return judged
  const tooMany = getAudioChannelsError(judged.mimeType, facts.channels, terms)
  if (tooMany !== null) return { refused: tooMany }
  const scanned = await scanIncomingFile(deps, tenantId, whole).catch((error: unknown) => {
    deps.log.warn({ err: error, fileId: id }, 'a file waits for its scanner')
    return null
  })
  if (scanned === null) return 'undecided'
  if (scanned === 'infected') return { refused: INFECTED_FILE_MESSAGE }
  await copyIncomingBytes(deps, { tenantId, from: whole, sha256 })
  return { ...judged, durationMs: facts.durationMs, sha256 }
}

/**
 * Inspects the joined file in an isolated process. @returns `unreadable` if the inspection fails, `busy` if no process became free in time
 */
async function inspectInIsolation({ files: store, log }: InspectUploadDeps, { tenantId, id }: FileRow, whole: string) {
  const signal = AbortSignal.timeout(INSPECTION_WAIT_MS)
  try {
    return await inspectFile(store, tenantId, whole, signal)
  } catch (error) {
    if (error instanceof IsolatedTaskError) {
      log.warn({ err: error, fileId: id }, 'a file could not be inspected')
      return 'unreadable'
    }
    if (error === signal.reason) return 'busy'
    throw error
  }
}

async function reloadFile({ db }: InspectUploadDeps, { tenantId, id }: FileRow): Promise<FileRow | null> {
  const [now] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select()
      .from(files)
      .where(whereTenant(files, tenantId, eq(files.id, id))),
  )
  return now ?? null
}
