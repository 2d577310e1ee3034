import { createHash } from 'node:crypto'
import { judgeFile, TEAM_TERMS, VISITOR_TERMS, whyNotOfChannels } from '@prosa/contract/rules/files'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { INFECTED } from '../../kernel/scanner.ts'
import { joined, readContent } from './content.ts'
import { bringIn, keepIn, removeUnused } from './keep-bytes.ts'
import { incoming, partName, wholeOf } from './names.ts'
import type { FileRow } from './ports.ts'
import { scanIncoming } from './scan.ts'
import { readSound } from './sound.ts'

const ALTERED = 'O arquivo chegou diferente do que foi enviado. Tente de novo.'

type SettleDeps = Pick<Deps, 'db' | 'files' | 'scanner' | 'log'>

/**
 * Looks at a file whose parts are all here: by its content it is kept or refused (MEDIA-04), and by a scanner's verdict; without one it is left
 * as it is, and looked at whenever it is asked about (MEDIA-26). Cut off, or done twice at once, it comes to the same.
 * @throws 404 when it was given up meanwhile
 */
export async function settle(deps: SettleDeps, row: FileRow, parts: number): Promise<FileRow> {
  const { tenantId, id } = row
  const whole = wholeOf(id, uuid())
  const outcome = await lookAt(deps, row, parts, whole).catch(async (error: unknown) => {
    await deps.files.remove(tenantId, whole)
    // Another answer to the last part was quicker, and is about to commit: its end is waited for.
    const now = await reload(deps, row, { afterOthers: true })
    if (now && now.state !== 'receiving') return now.state
    throw error
  })
  if (outcome === 'unscanned') {
    await deps.files.remove(tenantId, whole)
    return row
  }
  if (typeof outcome === 'object') {
    const unkept = await deps.db.tenant(tenantId, async (tx) => {
      const mine = ofTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving'))
      if ('refused' in outcome) {
        await tx.db.update(files).set({ state: 'refused', reason: outcome.refused }).where(mine)
        return null
      }
      const { kind, mimeType, durationMs, sha256 } = outcome
      const kept = await tx.db
        .update(files)
        .set({ state: 'stored', storedAs: sha256, kind, mimeType, durationMs })
        .where(mine)
        .returning({ id: files.id })
      if (kept.length === 0) return sha256
      await keepIn(tx, deps, { tenantId, from: whole, sha256 })
      return null
    })
    // Given up meanwhile, or another answer was quicker.
    if (unkept !== null) await removeUnused(deps, { tenantId, name: unkept })
  }
  await deps.files.remove(tenantId, incoming(id))
  const now = await reload(deps, row)
  if (!now) throw errors.notFound()
  return now
}

/** What the parts are, put together; what is to be kept lies in its place after that. */
async function lookAt(deps: SettleDeps, row: FileRow, parts: number, whole: string) {
  const { files: store } = deps
  const { tenantId, id, size, sha256 } = row
  const hash = createHash('sha256')
  const names = Array.from({ length: parts }, (_, at) => partName(id, at + 1))
  await store.put(tenantId, whole, joined(store, tenantId, names, hash))
  if (sha256 === null || hash.digest('hex') !== sha256) return { refused: ALTERED }
  const terms = row.origin === 'visitor' ? VISITOR_TERMS : TEAM_TERMS
  const judged = judgeFile(await readContent(store, tenantId, whole), { filename: row.filename ?? '', size }, terms)
  if ('refused' in judged) return judged
  const hasLength = judged.kind === 'audio' || judged.kind === 'video'
  const { durationMs, channels } = hasLength ? await readSound(store, tenantId, whole) : { durationMs: null, channels: null }
  const tooMany = whyNotOfChannels(judged.mimeType, channels, terms)
  if (tooMany !== null) return { refused: tooMany }
  const verdict = await scanIncoming(deps, tenantId, whole).catch((error: unknown) => {
    deps.log.warn({ err: error, fileId: id }, 'a file waits for its scanner')
    return null
  })
  if (verdict === null) return 'unscanned'
  if (verdict === 'infected') return { refused: INFECTED }
  await bringIn(deps, { tenantId, from: whole, sha256 })
  return { ...judged, durationMs, sha256 }
}

async function reload({ db }: SettleDeps, { tenantId, id }: FileRow, { afterOthers = false } = {}): Promise<FileRow | null> {
  const [now] = await db.tenant(tenantId, (tx) => {
    const found = tx.db
      .select()
      .from(files)
      .where(ofTenant(files, tenantId, eq(files.id, id)))
    return afterOthers ? found.for('share') : found
  })
  return now ?? null
}
