import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { classifyKnowledgeFile } from '@prosa/contract/rules/files/knowledge-files'
import { count, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { Files } from '../../files/ports.ts'
import { fetchPagePassages } from '../parsing/documents/fetch-page-passages.ts'
import { readDocumentIsolated } from '../parsing/documents/read-document-isolated.ts'
import { parseSourceText } from '../parsing/parse-source-text.ts'
import { type SourceParseResult, UnreadableSourceError } from '../parsing/source-parse-result.ts'
import type { SourceRow } from '../present.ts'
import { schedulePhotoDownloads } from '../products/product-photos.ts'
import { lockKnowledge } from './lock-knowledge.ts'
import { replacePassages } from './replace-passages.ts'
import { schedulePageRefresh } from './schedule-source-reading.ts'

const KNOWLEDGE_FULL_TEXT = `O conhecimento está cheio: ${KNOWLEDGE_LIMITS.passages.toLocaleString('pt-BR')} trechos.`
const FILE_MISSING_TEXT = 'O arquivo desta fonte não está mais aqui. Envie-o de novo.'
const READ_FAILED_TEXT = 'Não foi possível ler esta fonte. Tente de novo mais tarde.'
/**
 * Number of failed attempts (over about an hour) after which a knowledge source is marked as failed. Lower than the limit of the job queue,
 * which also counts interrupted attempts.
 */
const MAX_ATTEMPTS = 18
/** Maximum number of lines in a knowledge source's report of problems. */
const MAX_REPORT_LINES = 200

const formatLostEdits = (lostEditCount: number): string =>
  lostEditCount === 1
    ? 'A fonte mudou: 1 trecho corrigido à mão não vale mais.'
    : `A fonte mudou: ${lostEditCount} trechos corrigidos à mão não valem mais.`

type ReadDeps = Pick<Deps, 'db' | 'webFetcher' | 'log' | 'jobs' | 'clock'>
type ReadFiles = Pick<Files, 'find' | 'hasBytes' | 'withPath' | 'deleteUnreferenced'>

const isWaiting = (row: SourceRow | undefined, revision: number): row is SourceRow =>
  row !== undefined && row.revision === revision && row.state === 'reading'

/**
 * Reads one revision of a knowledge source. Does nothing if the source has a newer revision, which has its own job. Locks nothing while
 * reading, because this takes seconds. Can be interrupted and repeated.
 * @throws an error if the job must be retried
 */
export async function handleReadSourceJob(
  deps: ReadDeps,
  files: ReadFiles,
  job: JobPayloads['read-source'],
  failures: number,
): Promise<void> {
  const { tenantId, sourceId, revision } = job
  try {
    const [source] = await deps.db.tenant(tenantId, (tx) => tx.db.select().from(knowledgeSources).where(sourceCondition(job)))
    if (!isWaiting(source, revision)) return
    const parseResult = await tryReadSource(deps, files, source)
    await storeReadOutcome(deps, job, async (tx, row) =>
      'whyNot' in parseResult ? toFailedOutcome(parseResult.whyNot) : storePassages(tx, deps, files, row, parseResult),
    )
  } catch (error) {
    if (failures + 1 < MAX_ATTEMPTS) throw error
    deps.log.error({ err: error, sourceId }, 'a source was read in vain')
    await markSourceFailed(deps, job)
  }
}

/** Marks a knowledge source that is being read as failed. A web page is read again at its next refresh. */
export const markSourceFailed = (deps: ReadDeps, job: JobPayloads['read-source']): Promise<void> =>
  storeReadOutcome(deps, job, async () => toFailedOutcome(READ_FAILED_TEXT))

const sourceCondition = ({ tenantId, sourceId }: JobPayloads['read-source']) =>
  whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, sourceId))

/**
 * Stores the outcome of reading a knowledge source. Does nothing if the source was changed meanwhile. Schedules the next refresh of a web
 * page.
 */
const storeReadOutcome = (
  deps: ReadDeps,
  job: JobPayloads['read-source'],
  getOutcome: (tx: Tx, row: SourceRow) => Promise<ReadOutcome>,
): Promise<void> =>
  deps.db.tenant(job.tenantId, async (tx) => {
    await lockKnowledge(tx, job.tenantId)
    const [row] = await tx.db.select().from(knowledgeSources).where(sourceCondition(job)).for('update')
    if (!isWaiting(row, job.revision)) return
    const outcome = await getOutcome(tx, row)
    await tx.db.update(knowledgeSources).set(outcome).where(sourceCondition(job))
    await schedulePageRefresh(tx, deps, row)
    tx.emit({
      name: 'knowledge.changed',
      payload: { tenantId: job.tenantId, source_id: job.sourceId, state: outcome.state },
    })
  })

async function tryReadSource(deps: ReadDeps, files: ReadFiles, row: SourceRow): Promise<SourceParseResult | { whyNot: string }> {
  const logParseFailure = (reason: string) => deps.log.warn({ sourceId: row.id, why: reason }, 'a source could not be read')
  try {
    if (row.kind === 'page') return await fetchPagePassages(deps.webFetcher, row.tenantId, row.url ?? '', logParseFailure)
    if (row.fileId === null) return parseSourceText(row.kind, row.text ?? '')
    return await readSourceFile(deps, files, row, logParseFailure)
  } catch (error) {
    if (!(error instanceof UnreadableSourceError)) throw error
    return { whyNot: error.message }
  }
}

async function readSourceFile(
  { db }: ReadDeps,
  files: ReadFiles,
  row: SourceRow,
  onParseFailure: (reason: string) => void,
): Promise<SourceParseResult> {
  const file = await db.tenant(row.tenantId, (tx) => files.find(tx, row.tenantId, row.fileId ?? ''))
  if (!file) throw new UnreadableSourceError(FILE_MISSING_TEXT)
  const contentKind = row.kind === 'products' ? 'products' : 'file'
  const classification = classifyKnowledgeFile(contentKind, {
    mimeType: file.mimeType,
    filename: row.filename ?? '',
    size: file.size,
  })
  if ('refused' in classification) throw new UnreadableSourceError(classification.refused)
  if (!(await files.hasBytes(file))) throw new UnreadableSourceError(FILE_MISSING_TEXT)
  const { tenantId } = row
  return files.withPath(file, (path) =>
    readDocumentIsolated({ format: classification.format, contentKind, path }, onParseFailure, { tenantId }),
  )
}

type ReadOutcome = Pick<SourceRow, 'state' | 'error' | 'report'> & Partial<Pick<SourceRow, 'passages'>>

const toFailedOutcome = (error: string): ReadOutcome => ({ state: 'failed', error, report: [] })

async function storePassages(
  tx: Tx,
  deps: ReadDeps,
  files: ReadFiles,
  row: SourceRow,
  parseResult: SourceParseResult,
): Promise<ReadOutcome> {
  const [others] = await tx.db
    .select({ passages: count() })
    .from(knowledgePassages)
    .where(whereTenant(knowledgePassages, row.tenantId, ne(knowledgePassages.sourceId, row.id)))
  if ((others?.passages ?? 0) + parseResult.passages.length > KNOWLEDGE_LIMITS.passages)
    return toFailedOutcome(KNOWLEDGE_FULL_TEXT)
  const lostEditCount = await replacePassages(tx, row.tenantId, row.id, parseResult.passages)
  await schedulePhotoDownloads(
    tx,
    deps,
    files,
    row,
    parseResult.passages.flatMap(({ product }) => product ?? []),
  )
  const report = [...(lostEditCount > 0 ? [formatLostEdits(lostEditCount)] : []), ...parseResult.report].slice(
    0,
    MAX_REPORT_LINES,
  )
  return { state: 'ready', error: null, report, passages: parseResult.passages.length }
}
