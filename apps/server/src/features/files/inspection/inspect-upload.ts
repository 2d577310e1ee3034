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
/** Milliseconds to wait for a free inspection process. After that, the inspection ends without a result. */
const INSPECTION_WAIT_MS = 15_000

type InspectUploadDeps = Pick<Deps, 'db' | 'fileStore' | 'virusScanner' | 'log'>

/**
 * Result of an inspection: refused with a reason for the user, accepted with the properties of the file, or `undecided` if no process was
 * free or the malware scanner is down. After `undecided`, the next request for the file starts another inspection.
 */
type Verdict =
  | { refused: string }
  | 'undecided'
  | (Pick<FileRow, 'mimeType' | 'durationMs'> & { kind: FileRow['kind']; sha256: string })

/**
 * Checks the content of a completely uploaded file (MEDIA-04) and scans it for malware (MEDIA-26), then marks the file as stored or
 * refused. Returns the current row if another inspection is running. A file that cannot be read is refused.
 * @throws 404 if the file was deleted meanwhile
 */
export async function inspectUpload(deps: InspectUploadDeps, row: FileRow, parts: number): Promise<FileRow> {
  const claim = await claimInspection(deps, row)
  if (claim === 'busy') return (await reloadFile(deps, row)) ?? row
  const { tenantId, id } = row
  const joinedName = getInspectionFileName(id, uuid())
  try {
    const verdict = claim === 'lost' ? { refused: UNREADABLE_FILE_MESSAGE } : await getVerdict(deps, row, parts, joinedName)
    if (verdict === 'undecided') {
      await deps.fileStore.remove(tenantId, joinedName)
      await releaseInspection(deps, row)
      return row
    }
    await storeVerdict(deps, row, verdict, joinedName)
  } catch (error) {
    await deps.fileStore.remove(tenantId, joinedName)
    await releaseInspection(deps, row)
    const current = await reloadFile(deps, row)
    if (!current || current.state === 'receiving') throw current ? error : errors.notFound()
  }
  await deps.fileStore.remove(tenantId, getIncomingPrefix(id))
  const current = await reloadFile(deps, row)
  if (!current) throw errors.notFound()
  return current
}

/**
 * Stores the result of an inspection in the file row. For an accepted file, the same transaction ensures that the bytes exist under their
 * permanent name.
 */
async function storeVerdict(
  deps: InspectUploadDeps,
  { tenantId, id }: FileRow,
  verdict: Exclude<Verdict, 'undecided'>,
  joinedName: string,
): Promise<void> {
  const unusedName = await deps.db.tenant(tenantId, async (tx) => {
    const condition = whereTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))
    if ('refused' in verdict) {
      await tx.db.update(files).set({ state: 'refused', reason: verdict.refused }).where(condition)
      return null
    }
    const { kind, mimeType, durationMs, sha256 } = verdict
    const values = { state: 'stored' as const, storedAs: sha256, kind, mimeType, durationMs }
    const updatedRows = await tx.db.update(files).set(values).where(condition).returning({ id: files.id })
    if (updatedRows.length === 0) return sha256
    await ensureBytesStored(tx, deps, { tenantId, incomingName: joinedName, sha256 })
    return null
  })
  // The file was deleted meanwhile, or this claim had expired and another inspection stored its result.
  if (unusedName !== null) await removeUnusedBytes(deps, { tenantId, name: unusedName })
}

/** Joins the parts of a file and inspects the joined file. Copies the bytes of an accepted file to their permanent name. */
async function getVerdict(deps: InspectUploadDeps, row: FileRow, parts: number, joinedName: string): Promise<Verdict> {
  const { fileStore } = deps
  const { tenantId, id, size, sha256 } = row
  const hash = createHash('sha256')
  const names = Array.from({ length: parts }, (_, index) => getPartName(id, index + 1))
  await fileStore.put(tenantId, joinedName, joinFileParts(fileStore, tenantId, names, hash))
  if (sha256 === null || hash.digest('hex') !== sha256) return { refused: ALTERED_TEXT }
  const metadata = await inspectInIsolation(deps, row, joinedName)
  if (metadata === 'unreadable') return { refused: UNREADABLE_FILE_MESSAGE }
  if (metadata === 'busy') return 'undecided'
  const limits = row.origin === 'visitor' ? VISITOR_FILE_LIMITS : TEAM_FILE_LIMITS
  const classification = classifyFile(metadata, { filename: row.filename ?? '', size }, limits)
  if ('refused' in classification) return classification
  const channelsError = getAudioChannelsError(classification.mimeType, metadata.channels, limits)
  if (channelsError !== null) return { refused: channelsError }
  const scanVerdict = await scanIncomingFile(deps, tenantId, joinedName).catch((error: unknown) => {
    deps.log.warn({ err: error, fileId: id }, 'a file waits for its scanner')
    return null
  })
  if (scanVerdict === null) return 'undecided'
  if (scanVerdict === 'infected') return { refused: INFECTED_FILE_MESSAGE }
  await copyIncomingBytes(deps, { tenantId, incomingName: joinedName, sha256 })
  return { ...classification, durationMs: metadata.durationMs, sha256 }
}

/**
 * Inspects the joined file in an isolated process. @returns `unreadable` if the inspection fails, `busy` if no process became free in time
 */
async function inspectInIsolation({ fileStore, log }: InspectUploadDeps, { tenantId, id }: FileRow, joinedName: string) {
  const signal = AbortSignal.timeout(INSPECTION_WAIT_MS)
  try {
    return await inspectFile(fileStore, tenantId, joinedName, signal)
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
  const [current] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select()
      .from(files)
      .where(whereTenant(files, tenantId, eq(files.id, id))),
  )
  return current ?? null
}
