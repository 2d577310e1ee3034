import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { Files, StoredFileRow } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import { scheduleWaitingTurn } from '../transcripts/store-transcription-result.ts'
import { buildFileLine } from './build-file-line.ts'
import { getReadableFormat } from './schedule-document-reading.ts'
import { storeFileLine } from './store-file-lines.ts'

export type ReadDocumentDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'config' | 'log'>

export interface ReadDocumentPorts {
  files: Pick<Files, 'findByMessage' | 'withPath'>
  knowledge: Pick<Knowledge, 'readDocumentText'>
}

/** Maximum number of characters of a document's text to store (2-agents.md, section 4). */
const MAX_TEXT_CHARS = 6_000
const MAX_PAGES = 50
/** Maximum time in milliseconds to read a document. Together with the delay of the job queue, it stays below the limit of 12 s (SEE-06). */
const MAX_READ_MS = 8_500

type DocumentResult = Pick<FileContentSummary, 'state' | 'line' | 'text'>

const FAILED_RESULT: DocumentResult = { state: 'failed', line: '', text: '' }

/**
 * Extracts the text of a lead's document in an isolated process. Stores the text and the one-line summary shown below the file. Safe to
 * repeat after an interruption.
 */
export async function readLeadDocument(
  deps: ReadDocumentDeps,
  ports: ReadDocumentPorts,
  job: JobPayloads['read-document'],
): Promise<void> {
  const { tenantId, messageId } = job
  const file = await deps.db.tenant(tenantId, (tx) => ports.files.findByMessage(tx, tenantId, messageId))
  const format = file && getReadableFormat(file)
  const result = format ? await extractDocumentText(deps, ports, file, format) : FAILED_RESULT
  await deps.db.tenant(tenantId, (tx) => storeDocumentResult(tx, deps, job, result))
}

/** Marks a lead's document as unreadable after the last attempt to read it failed. */
export const markDocumentFailed = (deps: ReadDocumentDeps, job: JobPayloads['read-document']): Promise<void> =>
  deps.db.tenant(job.tenantId, (tx) => storeDocumentResult(tx, deps, job, FAILED_RESULT))

async function extractDocumentText(
  { log }: ReadDocumentDeps,
  { files, knowledge }: ReadDocumentPorts,
  file: StoredFileRow,
  format: 'pdf' | 'docx',
): Promise<DocumentResult> {
  const extraction = await files.withPath(file, (path) =>
    knowledge.readDocumentText({ tenantId: file.tenantId, format, path, maxPages: MAX_PAGES, timeoutMs: MAX_READ_MS }),
  )
  if ('whyNot' in extraction) {
    log.info({ fileId: file.id, why: extraction.whyNot }, 'a document was not read')
    return FAILED_RESULT
  }
  return { state: 'done', line: buildFileLine(extraction.text), text: extraction.text.slice(0, MAX_TEXT_CHARS) }
}

/**
 * Stores the result of reading a document and schedules the agent's answer, which waits for the result. Does nothing if the lead was erased
 * or deleted the message.
 */
async function storeDocumentResult(
  tx: Tx,
  deps: ReadDocumentDeps,
  { tenantId, messageId }: JobPayloads['read-document'],
  result: DocumentResult,
): Promise<void> {
  const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
  if (row?.aboutFile?.state !== 'reading') return
  const { since } = row.aboutFile
  await storeFileLine(tx, row, { ...result, since }, deps.clock.now())
  await scheduleWaitingTurn(tx, deps, row, { storedAt: new Date(since), isDone: false })
}
