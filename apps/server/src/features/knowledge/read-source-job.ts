import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { judgeKnowledgeFile } from '@prosa/contract/rules/knowledge-files'
import { count, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../kernel/db/schema/knowledge.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/job-names.ts'
import type { Files } from '../files/ports.ts'
import { holdKnowledge } from './hold-knowledge.ts'
import { awaitPhotos } from './photos/await-photos.ts'
import type { SourceRow } from './present.ts'
import { readPage } from './read/file/page.ts'
import { readIsolated } from './read/file/read-isolated.ts'
import { type ReadSource, UnreadableSource } from './read/passage.ts'
import { readSource } from './read/read-source.ts'
import { awaitRefresh } from './refresh.ts'
import { writePassages } from './write-passages.ts'

const FULL = `O conhecimento está cheio: ${KNOWLEDGE.passages.toLocaleString('pt-BR')} trechos.`
const GONE = 'O arquivo desta fonte não está mais aqui. Envie-o de novo.'
const IN_VAIN = 'Não foi possível ler esta fonte. Tente de novo mais tarde.'
/**
 * Maximum number of attempts, over about an hour, before the source is marked as failed. The queue allows some more for interrupted ones.
 */
const ATTEMPTS = 18
/** Maximum number of lines in a report. */
const MOST_REPORTED = 200

const lostEdits = (lost: number): string =>
  lost === 1
    ? 'A fonte mudou: 1 trecho corrigido à mão não vale mais.'
    : `A fonte mudou: ${lost} trechos corrigidos à mão não valem mais.`

type ReadDeps = Pick<Deps, 'db' | 'web' | 'log' | 'jobs' | 'clock'>
type ReadFiles = Pick<Files, 'find' | 'hasBytes' | 'withPath' | 'letGo'>

const isWaiting = (row: SourceRow | undefined, revision: number): row is SourceRow =>
  row !== undefined && row.revision === revision && row.state === 'reading'

/**
 * Reads revision `revision` of a source; a later revision has its own job. Reads before it locks anything, because a file or a page takes
 * seconds. Can be repeated or interrupted safely. After the last attempt the source is marked as failed.
 * @throws if the job is to be retried
 */
export async function readSourceJob(deps: ReadDeps, files: ReadFiles, job: Jobs['read-source'], failures: number): Promise<void> {
  const { tenantId, sourceId, revision } = job
  try {
    const [given] = await deps.db.tenant(tenantId, (tx) => tx.db.select().from(knowledgeSources).where(mine(job)))
    if (!isWaiting(given, revision)) return
    const read = await readOrWhyNot(deps, files, given)
    await settle(deps, job, async (tx, row) => ('whyNot' in read ? failed(read.whyNot) : take(tx, deps, files, row, read)))
  } catch (error) {
    if (failures + 1 < ATTEMPTS) throw error
    deps.log.error({ err: error, sourceId }, 'a source was read in vain')
    await giveUpSource(deps, job)
  }
}

/** Marks a source that is being read as failed. A web page is read again at its next refresh. */
export const giveUpSource = (deps: ReadDeps, job: Jobs['read-source']): Promise<void> =>
  settle(deps, job, async () => failed(IN_VAIN))

const mine = ({ tenantId, sourceId }: Jobs['read-source']) =>
  ofTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, sourceId))

/** Stores the outcome, unless the source was changed meanwhile, and schedules the next refresh of a web page. */
const settle = (
  deps: ReadDeps,
  job: Jobs['read-source'],
  outcomeOf: (tx: Tx, row: SourceRow) => Promise<Outcome>,
): Promise<void> =>
  deps.db.tenant(job.tenantId, async (tx) => {
    await holdKnowledge(tx, job.tenantId)
    const [row] = await tx.db.select().from(knowledgeSources).where(mine(job)).for('update')
    if (!isWaiting(row, job.revision)) return
    const outcome = await outcomeOf(tx, row)
    await tx.db.update(knowledgeSources).set(outcome).where(mine(job))
    await awaitRefresh(tx, deps, row)
    tx.emit({
      name: 'knowledge.changed',
      payload: { tenantId: job.tenantId, source_id: job.sourceId, state: outcome.state },
    })
  })

async function readOrWhyNot(deps: ReadDeps, files: ReadFiles, row: SourceRow): Promise<ReadSource | { whyNot: string }> {
  const broken = (why: string) => deps.log.warn({ sourceId: row.id, why }, 'a source could not be read')
  try {
    if (row.kind === 'page') return await readPage(deps.web, row.tenantId, row.url ?? '', broken)
    if (row.fileId === null) return readSource(row.kind, row.text ?? '')
    return await readFile(deps, files, row, broken)
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error
    return { whyNot: error.message }
  }
}

async function readFile({ db }: ReadDeps, files: ReadFiles, row: SourceRow, broken: (why: string) => void): Promise<ReadSource> {
  const file = await db.tenant(row.tenantId, (tx) => files.find(tx, row.tenantId, row.fileId ?? ''))
  if (!file) throw new UnreadableSource(GONE)
  const as = row.kind === 'products' ? 'products' : 'file'
  const judged = judgeKnowledgeFile(as, { mimeType: file.mimeType, filename: row.filename ?? '', size: file.size })
  if ('refused' in judged) throw new UnreadableSource(judged.refused)
  if (!(await files.hasBytes(file))) throw new UnreadableSource(GONE)
  const { tenantId } = row
  return files.withPath(file, (path) => readIsolated({ format: judged.format, as, path }, broken, { tenantId }))
}

type Outcome = Pick<SourceRow, 'state' | 'error' | 'report'> & Partial<Pick<SourceRow, 'passages'>>

const failed = (error: string): Outcome => ({ state: 'failed', error, report: [] })

async function take(tx: Tx, deps: ReadDeps, files: ReadFiles, row: SourceRow, read: ReadSource): Promise<Outcome> {
  const [others] = await tx.db
    .select({ passages: count() })
    .from(knowledgePassages)
    .where(ofTenant(knowledgePassages, row.tenantId, ne(knowledgePassages.sourceId, row.id)))
  if ((others?.passages ?? 0) + read.passages.length > KNOWLEDGE.passages) return failed(FULL)
  const lost = await writePassages(tx, row.tenantId, row.id, read.passages)
  await awaitPhotos(
    tx,
    deps,
    files,
    row,
    read.passages.flatMap(({ product }) => product ?? []),
  )
  const report = [...(lost > 0 ? [lostEdits(lost)] : []), ...read.report].slice(0, MOST_REPORTED)
  return { state: 'ready', error: null, report, passages: read.passages.length }
}
