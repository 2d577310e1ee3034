import type { FileStore } from '../../../platform/files/file-store.ts'
import { makeThumbnail, makeUprightJpeg } from '../isolated/isolated-file-tasks.ts'
import type { StoredFileRow } from '../ports.ts'
import { getThumbnailName } from '../storage/storage-names.ts'

/** Maximum size in bytes of an image for which a thumbnail or JPEG is created. All accepted images are smaller. */
const MAX_SOURCE_BYTES = 32 * 1024 * 1024

/** Empty content that is stored in place of a thumbnail that cannot be created, so that the original is not decoded again. */
const NO_THUMBNAIL = new Uint8Array()

/** Creates the function that converts a stored image to a JPEG for language models. See `Files.pictureForModel`. */
export const createModelImageReader =
  (store: FileStore) =>
  async ({ tenantId, storedAs, size }: StoredFileRow): Promise<Uint8Array | null> => {
    const thumb = getThumbnailName(storedAs)
    const isUnreadable = size > MAX_SOURCE_BYTES || (await store.sizeOf(tenantId, thumb)) === 0
    if (isUnreadable || (await store.sizeOf(tenantId, storedAs)) === null) return null
    const picture = await makeUprightJpeg(store, tenantId, storedAs)
    // Without this mark, every turn of the agent in the conversation would decode the image again.
    if (picture === null) await storeThumbnail(store, tenantId, storedAs, NO_THUMBNAIL)
    return picture
  }

/** Stores a thumbnail, unless the original image was erased meanwhile. */
async function storeThumbnail(store: FileStore, tenantId: string, storedAs: string, thumb: Uint8Array): Promise<void> {
  await store.put(tenantId, getThumbnailName(storedAs), thumb)
  if ((await store.sizeOf(tenantId, storedAs)) === null) await store.remove(tenantId, getThumbnailName(storedAs))
}

/** Thumbnails of stored images. A thumbnail is created at the first request for it and stored beside the original. */
export interface Thumbnails {
  /** Returns the storage name and the size in bytes of the thumbnail of a stored image; null if the image has no thumbnail. */
  of: (tenantId: string, storedAs: string) => Promise<{ name: string; size: number } | null>
}

/** Creates the access to the thumbnails of a file store. Concurrent requests for the same thumbnail share one task. */
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
