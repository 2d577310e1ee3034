import type { FileStore } from '../../../platform/files/file-store.ts'
import { makeThumbnail, makeUprightJpeg } from '../isolated/isolated-file-tasks.ts'
import type { StoredFileRow } from '../ports.ts'
import { getThumbnailName } from '../storage/storage-names.ts'

/** Maximum bytes of a picture for which a thumbnail or JPEG is made. All accepted pictures are smaller. */
const MAX_SOURCE_BYTES = 32 * 1024 * 1024

/** Stored in place of a thumbnail that cannot be made, so that the original is not decoded again. */
const NO_THUMBNAIL = new Uint8Array()

/** Creates the implementation of `Files.pictureForModel`. */
export const createModelImageReader =
  (store: FileStore) =>
  async ({ tenantId, storedAs, size }: StoredFileRow): Promise<Uint8Array | null> => {
    const thumb = getThumbnailName(storedAs)
    const isUnreadable = size > MAX_SOURCE_BYTES || (await store.sizeOf(tenantId, thumb)) === 0
    if (isUnreadable || (await store.sizeOf(tenantId, storedAs)) === null) return null
    const picture = await makeUprightJpeg(store, tenantId, storedAs)
    // Otherwise every turn of its conversation would decode it again.
    if (picture === null) await storeThumbnail(store, tenantId, storedAs, NO_THUMBNAIL)
    return picture
  }

/** Stores a thumbnail, unless its original was erased meanwhile. */
async function storeThumbnail(store: FileStore, tenantId: string, storedAs: string, thumb: Uint8Array): Promise<void> {
  await store.put(tenantId, getThumbnailName(storedAs), thumb)
  if ((await store.sizeOf(tenantId, storedAs)) === null) await store.remove(tenantId, getThumbnailName(storedAs))
}

/** Thumbnails, each made at its first request and stored beside the original. */
export interface Thumbnails {
  /** Returns the name and size in bytes of the thumbnail of a stored picture; null if it has none. */
  of: (tenantId: string, storedAs: string) => Promise<{ name: string; size: number } | null>
}

/** Creates the thumbnails of a store. Concurrent requests for the same thumbnail share one task. */
export function createThumbnails(store: FileStore): Thumbnails {
  const running = new Map<string, Promise<void>>()

  async function make(tenantId: string, storedAs: string): Promise<void> {
    const bytes = await store.sizeOf(tenantId, storedAs)
    if (bytes === null) return
    const small = bytes > MAX_SOURCE_BYTES ? null : await makeThumbnail(store, tenantId, storedAs)
    await storeThumbnail(store, tenantId, storedAs, small ?? NO_THUMBNAIL)
  }

  return {
    of: async (tenantId, storedAs) => {
      const name = getThumbnailName(storedAs)
      const there = await store.sizeOf(tenantId, name)
      if (there !== null) return toThumbnailOrNull(name, there)
      const key = `${tenantId}/${name}`
      const job = running.get(key) ?? make(tenantId, storedAs).finally(() => running.delete(key))
      running.set(key, job)
      await job
      return toThumbnailOrNull(name, await store.sizeOf(tenantId, name))
    },
  }
}

const toThumbnailOrNull = (name: string, size: number | null): { name: string; size: number } | null =>
  size ? { name, size } : null
