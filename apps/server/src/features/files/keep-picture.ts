import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { files } from '../../kernel/db/schema/files.ts'
import type { Deps } from '../../kernel/deps.ts'
import { makeUprightJpegOf } from './isolated-file-tasks.ts'
import { bringIn, keepIn } from './keep-bytes.ts'
import { wholeName } from './names.ts'
import type { PreparedPicture } from './ports.ts'
import { hasRoom, tellStorage } from './quota.ts'
import { scanIncoming } from './scan.ts'

/**
 * Converts an image to an upright JPEG, scans it and stores its bytes. Returns null if it cannot be read or is infected. See
 * `Files.preparePicture`.
 */
export async function preparePicture(
  deps: Pick<Deps, 'files' | 'scanner'>,
  tenantId: string,
  id: string,
  bytes: Uint8Array,
): Promise<PreparedPicture | null> {
  const picture = await makeUprightJpegOf(tenantId, bytes)
  if (!picture) return null
  const sha256 = createHash('sha256').update(picture).digest('hex')
  await deps.files.put(tenantId, wholeName(id), picture)
  if ((await scanIncoming(deps, tenantId, wholeName(id))) === 'infected') return null
  await bringIn(deps, { tenantId, from: wholeName(id), sha256 })
  return { tenantId, id, sha256, size: picture.length }
}

/** Adds the file row of a prepared image. Returns its id, or null if the storage quota is used up. See `Files.keepPicture`. */
export async function keepPicture(
  tx: Tx,
  deps: Pick<Deps, 'files' | 'clock' | 'config'>,
  { tenantId, id, sha256, size }: PreparedPicture,
): Promise<string | null> {
  if (!(await hasRoom(tx, deps, tenantId, size))) return null
  const fileId = uuid()
  await tx.db.insert(files).values({
    tenantId,
    id: fileId,
    origin: 'knowledge',
    sha256,
    storedAs: sha256,
    size,
    mimeType: 'image/jpeg',
    kind: 'image',
    filename: 'foto.jpg',
    state: 'stored',
    createdAt: deps.clock.now(),
  })
  await tellStorage(tx, deps, tenantId, 'more')
  await keepIn(tx, deps, { tenantId, from: wholeName(id), sha256 })
  return fileId
}
