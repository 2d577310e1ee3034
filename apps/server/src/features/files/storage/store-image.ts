import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../../platform/deps.ts'
import { scanIncomingFile } from '../inspection/scan-incoming-file.ts'
import { makeUprightJpegFromBytes } from '../isolated/isolated-file-tasks.ts'
import type { PreparedImage } from '../ports.ts'
import { copyIncomingBytes, ensureBytesStored } from './content-storage.ts'
import { emitStorageState, hasStorageRoom } from './quota.ts'
import { getIncomingFileName } from './storage-names.ts'

/** Converts an image to an upright JPEG, scans it for malware and stores its bytes. See `Files.prepareImage`. */
export async function prepareStoredImage(
  deps: Pick<Deps, 'fileStore' | 'virusScanner'>,
  tenantId: string,
  id: string,
  bytes: Uint8Array,
): Promise<PreparedImage | null> {
  const jpeg = await makeUprightJpegFromBytes(tenantId, bytes)
  if (!jpeg) return null
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  await deps.fileStore.put(tenantId, getIncomingFileName(id), jpeg)
  if ((await scanIncomingFile(deps, tenantId, getIncomingFileName(id))) === 'infected') return null
  await copyIncomingBytes(deps, { tenantId, incomingName: getIncomingFileName(id), sha256 })
  return { tenantId, id, sha256, size: jpeg.length }
}

/** Inserts the file row of a prepared image. Returns its id, or null if the storage quota is used up. */
export async function storeImage(
  tx: Tx,
  deps: Pick<Deps, 'fileStore' | 'clock' | 'config'>,
  { tenantId, id, sha256, size }: PreparedImage,
): Promise<string | null> {
  if (!(await hasStorageRoom(tx, deps, tenantId, size))) return null
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
  await emitStorageState(tx, deps, tenantId, 'more')
  await ensureBytesStored(tx, deps, { tenantId, incomingName: getIncomingFileName(id), sha256 })
  return fileId
}
