import { asc, eq, min, sql } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePhotos, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { FetchFailure } from '../../../platform/external-services/web-fetcher.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import type { Files } from '../../files/ports.ts'

const DOWNLOAD_LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 10_000 }
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 60_000
const BATCH_SIZE = 50
/** Milliseconds after which a job starts no further download. The job queue would otherwise start the job again. */
const MAX_RUN_MS = 60_000
/** Maximum number of lines in a knowledge source's report of problems. */
const MAX_REPORT_LINES = 200
const MAX_URL_CHARS = 80

const DOWNLOAD_FAILED_TEXT = 'não foi possível abrir'
const NOT_AN_IMAGE_TEXT = 'não é uma foto que se possa enviar'
const STORAGE_FULL_TEXT = 'o espaço de arquivos acabou'
const FAILURE_TEXTS: Readonly<Record<FetchFailure, string>> = {
  'not-public': 'o endereço não é público',
  'too-large': 'passa de 10 MB',
  'too-slow': 'o site demorou mais de 10 segundos',
  'too-many-redirects': 'o endereço leva a outro, e a outro',
  unreachable: 'o site não responde',
  refused: 'o site não a deu',
}
/** Failures that may be temporary, so that the download is retried. */
const TEMPORARY_FAILURES: readonly FetchFailure[] = ['too-slow', 'unreachable', 'refused']

type FetchDeps = Pick<Deps, 'db' | 'webFetcher' | 'jobs' | 'clock'>
type PhotoFiles = Pick<
  Files,
  'prepareImage' | 'storeImage' | 'deleteUnreferenced' | 'discardIncoming' | 'discardIncomingAndStored'
>
type PhotoRow = typeof knowledgePhotos.$inferSelect

/** Downloads and stores the waiting product photos of a knowledge source. Can be interrupted and repeated. */
export async function fetchPhotos(deps: FetchDeps, files: PhotoFiles, job: JobPayloads['fetch-photos']): Promise<void> {
  const { tenantId, sourceId } = job
  const waiting = waitingPhotosCondition(job)
  const photos = await listNextPhotos(deps, job, BATCH_SIZE)
  const deadline = performance.now() + MAX_RUN_MS
  for (const photo of photos) {
    if (performance.now() > deadline) break
    await fetchPhoto(deps, files, photo)
  }
  await deps.db.tenant(tenantId, async (tx) => {
    const [nextWaiting] = await tx.db
      .select({ attempts: min(knowledgePhotos.attempts) })
      .from(knowledgePhotos)
      .where(waiting)
    if (typeof nextWaiting?.attempts !== 'number') return
    await deps.jobs.send(tx, 'fetch-photos', job, { key: sourceId, afterMs: nextWaiting.attempts * RETRY_DELAY_MS })
  })
}

/** Called when the download job failed for good. Marks the next photo as failed and schedules a job for the remaining photos. */
export async function markNextPhotoFailed(deps: FetchDeps, job: JobPayloads['fetch-photos']): Promise<void> {
  const [photo] = await listNextPhotos(deps, job, 1)
  if (!photo) return
  await markPhotoFailed(deps, photo, DOWNLOAD_FAILED_TEXT)
  await deps.db.tenant(job.tenantId, (tx) => deps.jobs.send(tx, 'fetch-photos', job, { key: job.sourceId }))
}

const waitingPhotosCondition = ({ tenantId, sourceId }: JobPayloads['fetch-photos']) =>
  whereTenant(knowledgePhotos, tenantId, eq(knowledgePhotos.sourceId, sourceId), eq(knowledgePhotos.state, 'waiting'))

const listNextPhotos = ({ db }: FetchDeps, job: JobPayloads['fetch-photos'], limit: number): Promise<PhotoRow[]> =>
  db.tenant(job.tenantId, (tx) =>
    tx.db
      .select()
      .from(knowledgePhotos)
      .where(waitingPhotosCondition(job))
      .orderBy(asc(knowledgePhotos.attempts), asc(knowledgePhotos.id))
      .limit(limit),
  )

async function fetchPhoto(deps: FetchDeps, files: PhotoFiles, photo: PhotoRow): Promise<void> {
  const { tenantId, id, link } = photo
  const fetched = await deps.webFetcher.fetch(link, DOWNLOAD_LIMITS)
  if ('failed' in fetched) {
    const shouldRetry = TEMPORARY_FAILURES.includes(fetched.failed) && photo.attempts + 1 < MAX_ATTEMPTS
    return shouldRetry ? postponePhoto(deps, photo) : markPhotoFailed(deps, photo, FAILURE_TEXTS[fetched.failed])
  }
  const picture = await files.prepareImage(tenantId, id, fetched.bytes)
  if (!picture) {
    await files.discardIncomingAndStored(tenantId, id)
    return markPhotoFailed(deps, photo, NOT_AN_IMAGE_TEXT)
  }
  const outcome = await deps.db.tenant(tenantId, async (tx) => {
    const [lockedPhoto] = await tx.db.select().from(knowledgePhotos).where(photoCondition(photo)).for('update')
    // The product or its knowledge source was deleted during the download.
    if (!lockedPhoto) return 'gone'
    const fileId = await files.storeImage(tx, picture)
    if (fileId === null) return 'no-room'
    await tx.db.update(knowledgePhotos).set({ state: 'stored', fileId }).where(photoCondition(photo))
    if (lockedPhoto.fileId !== null) await files.deleteUnreferenced(tx, tenantId, [lockedPhoto.fileId])
    return 'kept'
  })
  if (outcome === 'kept') return files.discardIncoming(tenantId, id)
  await files.discardIncomingAndStored(tenantId, id)
  if (outcome === 'no-room') await markPhotoFailed(deps, photo, STORAGE_FULL_TEXT)
}

const photoCondition = ({ tenantId, id }: PhotoRow) => whereTenant(knowledgePhotos, tenantId, eq(knowledgePhotos.id, id))

const postponePhoto = (deps: FetchDeps, photo: PhotoRow): Promise<void> =>
  deps.db.tenant(photo.tenantId, async (tx) => {
    await tx.db
      .update(knowledgePhotos)
      .set({ attempts: sql`${knowledgePhotos.attempts} + 1` })
      .where(photoCondition(photo))
  })

/** Marks a photo as failed and adds the reason to the report of its knowledge source. */
const markPhotoFailed = (deps: FetchDeps, photo: PhotoRow, reason: string): Promise<void> =>
  deps.db.tenant(photo.tenantId, async (tx) => {
    const { tenantId, sourceId, link } = photo
    const sourceFilter = whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, sourceId))
    // Locks the knowledge source before its photos. All code uses this order, to avoid deadlocks.
    const [source] = await tx.db.select().from(knowledgeSources).where(sourceFilter).for('update')
    const failed = await tx.db.update(knowledgePhotos).set({ state: 'failed' }).where(photoCondition(photo)).returning()
    if (!source || failed.length === 0) return
    const line = `Foto ${link.slice(0, MAX_URL_CHARS)}: ${reason}; o produto vai sem ela.`
    await tx.db
      .update(knowledgeSources)
      .set({ report: [...source.report.filter((each) => each !== line), line].slice(0, MAX_REPORT_LINES) })
      .where(sourceFilter)
    tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: sourceId, state: source.state } })
  })
