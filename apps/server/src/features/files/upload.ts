import type { Readable } from 'node:stream'
import { type AnnouncedFile, PART_BYTES, type StoredFile } from '@prosa/contract/entities/file'
import { TEAM_TERMS, VISITOR_TERMS, whyNotNamed, whyNotOfSize } from '@prosa/contract/rules/files'
import { desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { exactBytes } from '../../kernel/http/bodies/streamed-body.ts'
import { prepareInspection } from './isolated-file-tasks.ts'
import { incoming, partName } from './names.ts'
import { findOwn, ownFiles } from './owner.ts'
import type { AsNew, FileOwner, FileRow } from './ports.ts'
import { reservedUntil, tellStorage, whyNoRoom } from './quota.ts'
import { settle } from './settle.ts'
import { countVisitor } from './visitor-limits.ts'

/** Milliseconds after which an unused file is deleted. */
const UNSENT_MS = 24 * 3_600_000
/**
 * Milliseconds in which a repeated announcement by the same owner returns the same file with its uploaded parts. Short enough to send the
 * file before it is deleted.
 */
const SAME_MS = 12 * 3_600_000

const partsOf = ({ size, partBytes }: Pick<FileRow, 'size' | 'partBytes'>): number => Math.ceil(size / partBytes)

/** Returns the numbers of the parts that have not arrived, from 1. */
const missingOf = (row: Pick<FileRow, 'state' | 'size' | 'partBytes' | 'parts'>): number[] => {
  const here = new Set(row.parts)
  const all = row.state === 'receiving' ? Array.from({ length: partsOf(row) }, (_, at) => at + 1) : []
  return all.filter((part) => !here.has(part))
}

/** Converts a row to the file of the contract. */
export const presentFile = (row: FileRow): StoredFile => ({
  id: row.id,
  sha256: row.sha256 ?? '',
  size: row.size,
  mime_type: row.mimeType,
  // Only leads send stickers, and their files are not presented here.
  kind: row.kind === 'sticker' ? 'image' : row.kind,
  filename: row.filename ?? '',
  state: row.state === 'receiving' && missingOf(row).length === 0 ? 'checking' : row.state,
  reason: row.reason,
  missing: missingOf(row),
  part_bytes: row.partBytes,
  created_at: row.createdAt.toISOString(),
})

const refuse = (words: string) => errors.invalid(words, { file: words })

/**
 * Creates an announced file. A repeated announcement returns the same file, and only its missing parts are uploaded. Content that users of
 * the organisation, or the same visitor, have uploaded before is not uploaded again. Leads' files never count here: otherwise anyone who
 * knows a digest could get the file (MEDIA-02).
 * @throws 400 with a message if the file is empty, too large, has a name that contradicts its type, or exceeds the storage quota; 429 if a
 * visitor has sent too many; what `asNew` throws
 */
function createFile(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'config'>,
  who: FileOwner,
  { sha256, size, mime_type: mimeType, filename, part_bytes: partBytes = PART_BYTES.most }: AnnouncedFile,
  asNew: AsNew = async () => {},
): Promise<FileRow> {
  const { tenantId } = who
  const terms = 'visitor' in who ? VISITOR_TERMS : TEAM_TERMS
  const whyNot = whyNotOfSize(size, undefined, terms)
  if (whyNot !== null) throw refuse(whyNot)
  const now = deps.clock.now()
  return deps.db.tenant(tenantId, async (tx) => {
    const again = await findAnnounced(tx, who, { sha256, size, filename, partBytes }, new Date(now.getTime() - SAME_MS))
    if (again) return again
    if ('visitor' in who) await countVisitor(tx, who, size, now)
    const known = await findKnown(tx, who, { sha256, size })
    // The bytes are not inspected again, so the new file name is checked against their type here.
    const refusal = known ? whyNotNamed(filename, known.mimeType, terms) : await whyNoRoom(tx, deps, who, size)
    if (refusal !== null) throw refuse(refusal)
    await asNew(known ? 0 : size)
    const about = known
      ? { storedAs: known.storedAs, mimeType: known.mimeType, kind: known.kind, durationMs: known.durationMs, state: known.state }
      : { mimeType, kind: 'document' as const, state: 'receiving' as const, reservedUntil: reservedUntil(now) }
    const owner =
      'visitor' in who ? { origin: 'visitor' as const, visitor: who.visitor } : { origin: 'person' as const, userId: who.userId }
    const row = { tenantId, id: uuid(), ...owner, sha256, size, filename, partBytes, ...about }
    const [stored] = await tx.db
      .insert(files)
      .values({ ...row, createdAt: now })
      .returning()
    if (!stored) throw new Error('Unreachable: an insert answers its row')
    if (!known) {
      prepareInspection()
      await tellStorage(tx, deps, tenantId, 'more')
    }
    await deps.jobs.send(tx, 'drop-file', { tenantId, fileId: stored.id }, { key: stored.id, afterMs: UNSENT_MS })
    return stored
  })
}

/** Finds the same file announced by the same owner since `since`: its answer was lost, or a reload interrupted the upload. Null if none. */
async function findAnnounced(
  tx: Tx,
  who: FileOwner,
  { sha256, size, filename, partBytes }: Pick<AnnouncedFile, 'sha256' | 'size' | 'filename'> & Pick<FileRow, 'partBytes'>,
  since: Date,
): Promise<FileRow | null> {
  const [row] = await tx.db
    .select()
    .from(files)
    .where(
      ownFiles(
        who,
        eq(files.sha256, sha256),
        eq(files.size, size),
        eq(files.filename, filename),
        // With another part size it is a different upload: the client was updated in between.
        or(eq(files.partBytes, partBytes), eq(files.state, 'stored')),
        inArray(files.state, ['receiving', 'stored']),
        gt(files.createdAt, since),
      ),
    )
    .orderBy(desc(files.createdAt))
    .limit(1)
  return row ?? null
}

/** Finds a stored file with this content that the owner may know about, and locks it against deletion; null if there is none. */
async function findKnown(
  tx: Tx,
  who: FileOwner,
  { sha256, size }: Pick<AnnouncedFile, 'sha256' | 'size'>,
): Promise<FileRow | null> {
  const shared = 'visitor' in who ? eq(files.visitor, who.visitor) : eq(files.origin, 'person')
  const [known] = await tx.db
    .select()
    .from(files)
    .where(ofTenant(files, who.tenantId, eq(files.sha256, sha256), shared, eq(files.state, 'stored'), eq(files.size, size)))
    .orderBy(desc(files.createdAt))
    .limit(1)
    // The bytes are not deleted while this transaction runs.
    .for('key share')
  return known ?? null
}

type LookDeps = Pick<Deps, 'db' | 'files' | 'scanner' | 'log' | 'clock' | 'config'>

/** Creates a file as `createFile` does. Inspects it if all its parts have arrived but it has no verdict. */
export const announceFile = async (
  deps: LookDeps & Parameters<typeof createFile>[0],
  who: FileOwner,
  about: AnnouncedFile,
  asNew?: AsNew,
) => looked(deps, await createFile(deps, who, about, asNew))

/** Returns a file of its owner. Inspects it if all its parts have arrived but it has no verdict. @throws 404 */
export const readOwn = async (deps: LookDeps, who: FileOwner, id: string): Promise<FileRow> =>
  looked(deps, await deps.db.tenant(who.tenantId, (tx) => findOwn(tx, who, id)))

async function looked(deps: LookDeps, row: FileRow): Promise<FileRow> {
  return row.state === 'receiving' && missingOf(row).length === 0 ? settle(deps, row, partsOf(row)) : row
}

/** Returns the size in bytes of part `n` of a file. @throws 400 if the file has no such part */
function partSizeOf(row: FileRow, n: number): number {
  const parts = partsOf(row)
  if (n > parts) throw wrongPartSize()
  return n < parts ? row.partBytes : row.size - (parts - 1) * row.partBytes
}

const wrongPartSize = () => errors.invalid(undefined, { part: 'A parte não tem o tamanho esperado.' })

/**
 * Verifies a part before its bytes are read. `length`: announced size in bytes, null if unknown.
 * @throws 404 if the file is not the sender's, 400 if the file has no such part or the size is wrong
 */
export async function verifyPart(
  deps: Pick<Deps, 'db'>,
  who: FileOwner,
  { id, n }: { id: string; n: number },
  length: number | null,
): Promise<void> {
  const row = await deps.db.tenant(who.tenantId, (tx) => findOwn(tx, who, id))
  if (row.state === 'receiving' && length !== null && length !== partSizeOf(row, n)) throw wrongPartSize()
}

/** Reserves storage again for a file whose reservation of one hour has expired. @throws 400 with a message if the quota is used up */
async function renewReservation(deps: LookDeps, who: FileOwner, row: FileRow): Promise<void> {
  const now = deps.clock.now()
  if (row.reservedUntil !== null && row.reservedUntil > now) return
  const missing = Math.min(row.size, missingOf(row).length * row.partBytes)
  await deps.db.tenant(who.tenantId, async (tx) => {
    const refusal = await whyNoRoom(tx, deps, who, missing)
    if (refusal !== null) throw refuse(refusal)
    await tx.db
      .update(files)
      .set({ reservedUntil: reservedUntil(now) })
      .where(ownFiles(who, eq(files.id, row.id)))
  })
}

/** Stores one part as it arrives, and inspects the file after the last missing part. @throws 404, 400 if the file has no such part */
export async function putPart(
  deps: LookDeps,
  who: FileOwner,
  { id, n }: { id: string; n: number },
  bytes: Readable,
): Promise<FileRow> {
  const { tenantId } = who
  const row = await deps.db.tenant(tenantId, (tx) => findOwn(tx, who, id))
  if (row.state !== 'receiving') return row
  const bytesOfPart = partSizeOf(row, n)
  await renewReservation(deps, who, row)
  await deps.files.put(tenantId, partName(id, n), exactBytes(bytes, bytesOfPart, wrongPartSize))
  const [marked] = await deps.db.tenant(tenantId, (tx) =>
    tx.db
      .update(files)
      .set({
        parts: sql`CASE WHEN ${n}::int = ANY(${files.parts}) THEN ${files.parts} ELSE array_append(${files.parts}, ${n}::int) END`,
      })
      .where(ofTenant(files, tenantId, eq(files.id, id), eq(files.state, 'receiving')))
      .returning(),
  )
  if (!marked) {
    // The file was settled by a repeated upload of this part, or deleted meanwhile: removes the part.
    const now = await deps.db.tenant(tenantId, (tx) => findOwn(tx, who, id).catch(() => null))
    await deps.files.remove(tenantId, incoming(id))
    if (!now) throw errors.notFound()
    return now
  }
  return missingOf(marked).length === 0 ? settle(deps, marked, partsOf(marked)) : marked
}
