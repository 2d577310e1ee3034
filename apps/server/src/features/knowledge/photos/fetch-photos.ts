import { asc, eq, min, sql } from 'drizzle-orm'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { knowledgePhotos, knowledgeSources } from '../../../kernel/db/schema/knowledge.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Jobs } from '../../../kernel/job-names.ts'
import type { NotFetched } from '../../../kernel/web.ts'
import type { Files } from '../../files/ports.ts'

/** Limits of downloading one photo. */
const LIMITS = { maxBytes: 10 * 1024 * 1024, timeoutMs: 10_000 }
/** Maximum number of attempts per photo, and the pause in milliseconds after each. */
const ATTEMPTS = 3
const AGAIN_MS = 60_000
const AT_ONCE = 50
/** Time in milliseconds after which a job starts no further download, because its lease ends. */
const BUSY_MS = 60_000
/** Maximum number of lines in a report, and of characters of a URL in one. */
const MOST_REPORTED = 200
const MOST_TOLD = 80

const IN_VAIN = 'não foi possível abrir'
const NO_PICTURE = 'não é uma foto que se possa enviar'
const NO_ROOM = 'o espaço de arquivos acabou'
const WHY: Readonly<Record<NotFetched, string>> = {
  'not-public': 'o endereço não é público',
  'too-large': 'passa de 10 MB',
  'too-slow': 'o site demorou mais de 10 segundos',
  'too-many-redirects': 'o endereço leva a outro, e a outro',
  unreachable: 'o site não responde',
  refused: 'o site não a deu',
}
/** Failures that may be temporary. */
const PASSES: readonly NotFetched[] = ['too-slow', 'unreachable', 'refused']

type FetchDeps = Pick<Deps, 'db' | 'web' | 'jobs' | 'clock'>
type PhotoFiles = Pick<Files, 'preparePicture' | 'keepPicture' | 'letGo' | 'discard' | 'undo'>
type PhotoRow = typeof knowledgePhotos.$inferSelect

/** Fetches the waiting photos of a source's products. Can be repeated or interrupted safely. */
export async function fetchPhotos(deps: FetchDeps, files: PhotoFiles, job: Jobs['fetch-photos']): Promise<void> {
  const { tenantId, sourceId } = job
  const waiting = waitingOf(job)
  const photos = await findNext(deps, job, AT_ONCE)
  const until = performance.now() + BUSY_MS
  for (const photo of photos) {
    if (performance.now() > until) break
    await fetchPhoto(deps, files, photo)
  }
  await deps.db.tenant(tenantId, async (tx) => {
    const [left] = await tx.db
      .select({ attempts: min(knowledgePhotos.attempts) })
      .from(knowledgePhotos)
      .where(waiting)
    if (typeof left?.attempts !== 'number') return
    await deps.jobs.send(tx, 'fetch-photos', job, { key: sourceId, afterMs: left.attempts * AGAIN_MS })
  })
}

/** Marks the photo that is next in order as failed and schedules the others. */
export async function giveUpNextPhoto(deps: FetchDeps, job: Jobs['fetch-photos']): Promise<void> {
  const [photo] = await findNext(deps, job, 1)
  if (!photo) return
  await giveUp(deps, photo, IN_VAIN)
  await deps.db.tenant(job.tenantId, (tx) => deps.jobs.send(tx, 'fetch-photos', job, { key: job.sourceId }))
}

const waitingOf = ({ tenantId, sourceId }: Jobs['fetch-photos']) =>
  ofTenant(knowledgePhotos, tenantId, eq(knowledgePhotos.sourceId, sourceId), eq(knowledgePhotos.state, 'waiting'))

const findNext = ({ db }: FetchDeps, job: Jobs['fetch-photos'], limit: number): Promise<PhotoRow[]> =>
  db.tenant(job.tenantId, (tx) =>
    tx.db
      .select()
      .from(knowledgePhotos)
      .where(waitingOf(job))
      .orderBy(asc(knowledgePhotos.attempts), asc(knowledgePhotos.id))
      .limit(limit),
  )

async function fetchPhoto(deps: FetchDeps, files: PhotoFiles, photo: PhotoRow): Promise<void> {
  const { tenantId, id, link } = photo
  const fetched = await deps.web.fetch(link, LIMITS)
  if ('failed' in fetched) {
    const again = PASSES.includes(fetched.failed) && photo.attempts + 1 < ATTEMPTS
    return again ? putOff(deps, photo) : giveUp(deps, photo, WHY[fetched.failed])
  }
  const picture = await files.preparePicture(tenantId, id, fetched.bytes)
  if (!picture) {
    await files.undo(tenantId, id)
    return giveUp(deps, photo, NO_PICTURE)
  }
  const outcome = await deps.db.tenant(tenantId, async (tx) => {
    const [held] = await tx.db.select().from(knowledgePhotos).where(mine(photo)).for('update')
    // The product or its whole source was deleted meanwhile.
    if (!held) return 'gone'
    const fileId = await files.keepPicture(tx, picture)
    if (fileId === null) return 'no-room'
    await tx.db.update(knowledgePhotos).set({ state: 'stored', fileId }).where(mine(photo))
    if (held.fileId !== null) await files.letGo(tx, tenantId, [held.fileId])
    return 'kept'
  })
  if (outcome === 'kept') return files.discard(tenantId, id)
  await files.undo(tenantId, id)
  if (outcome === 'no-room') await giveUp(deps, photo, NO_ROOM)
}

const mine = ({ tenantId, id }: PhotoRow) => ofTenant(knowledgePhotos, tenantId, eq(knowledgePhotos.id, id))

const putOff = (deps: FetchDeps, photo: PhotoRow): Promise<void> =>
  deps.db.tenant(photo.tenantId, async (tx) => {
    await tx.db
      .update(knowledgePhotos)
      .set({ attempts: sql`${knowledgePhotos.attempts} + 1` })
      .where(mine(photo))
  })

/** Marks a photo as failed and adds the reason to the source's report. */
const giveUp = (deps: FetchDeps, photo: PhotoRow, why: string): Promise<void> =>
  deps.db.tenant(photo.tenantId, async (tx) => {
    const { tenantId, sourceId, link } = photo
    const of = ofTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, sourceId))
    // Locks the source first, in the same order as reading a source does.
    const [source] = await tx.db.select().from(knowledgeSources).where(of).for('update')
    const failed = await tx.db.update(knowledgePhotos).set({ state: 'failed' }).where(mine(photo)).returning()
    if (!source || failed.length === 0) return
    const line = `Foto ${link.slice(0, MOST_TOLD)}: ${why}; o produto vai sem ela.`
    await tx.db
      .update(knowledgeSources)
      .set({ report: [...source.report.filter((each) => each !== line), line].slice(0, MOST_REPORTED) })
      .where(of)
    tx.emit({ name: 'knowledge.changed', payload: { tenantId, source_id: sourceId, state: source.state } })
  })
