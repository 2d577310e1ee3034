import type { FileStore } from '../../../platform/files/file-store.ts'
import { makeThumbnail, makeUprightJpeg } from '../isolated/isolated-file-tasks.ts'
import type { StoredFileRow } from '../ports.ts'
import { getThumbnailName } from '../storage/storage-names.ts'

/** Maximum size in bytes of an image that is decoded. All accepted images are smaller. */
const MAX_SOURCE_BYTES = 32 * 1024 * 1024

/** Empty content, stored in place of the thumbnail of an unreadable image. It prevents further attempts to decode the image. */
const NO_THUMBNAIL = new Uint8Array()

/** Creates the function that converts a stored image to a JPEG for language models. See `Files.readImageForModel`. */
export const createModelImageReader =
  (store: FileStore) =>
  async ({ tenantId, storedAs, size }: StoredFileRow): Promise<Uint8Array | null> => {
    const thumbnail = getThumbnailName(storedAs)
    const isUnreadable = size > MAX_SOURCE_BYTES || (await store.getSize(tenantId, thumbnail)) === 0
    if (isUnreadable || (await store.getSize(tenantId, storedAs)) === null) return null
    const jpeg = await makeUprightJpeg(store, tenantId, storedAs)
    // Without this mark, every reply of the AI agent in the conversation would decode the image again.
    if (jpeg === null) await storeThumbnail(store, tenantId, storedAs, NO_THUMBNAIL)
    return jpeg
  }

/** Stores a thumbnail, then removes it again if the original image was erased meanwhile. */
async function storeThumbnail(store: FileStore, tenantId: string, storedAs: string, thumbnail: Uint8Array): Promise<void> {
  await store.put(tenantId, getThumbnailName(storedAs), thumbnail)
  if ((await store.getSize(tenantId, storedAs)) === null) await store.remove(tenantId, getThumbnailName(storedAs))
}

/** Thumbnails of stored images. Each one is created at the first request and stored beside the original. */
export interface Thumbnails {
  /** Returns the storage name and the size in bytes of a thumbnail. Returns null if the image has none. */
  getOrCreate: (tenantId: string, storedAs: string) => Promise<{ name: string; size: number } | null>
}

/** Creates the thumbnail cache of a file store. Concurrent requests for the same thumbnail share one task. */
export function createThumbnails(store: FileStore): Thumbnails {
  const runningTasks = new Map<string, Promise<void>>()

  async function createThumbnail(tenantId: string, storedAs: string): Promise<void> {
    const bytes = await store.getSize(tenantId, storedAs)
    if (bytes === null) return
    const small = bytes > MAX_SOURCE_BYTES ? null : await makeThumbnail(store, tenantId, storedAs)
    await storeThumbnail(store, tenantId, storedAs, small ?? NO_THUMBNAIL)
  }

  return {
    getOrCreate: async (tenantId, storedAs) => {
      const name = getThumbnailName(storedAs)
      const existingSize = await store.getSize(tenantId, name)
      if (existingSize !== null) return toThumbnailOrNull(name, existingSize)
      const key = `${tenantId}/${name}`
      const task = runningTasks.get(key) ?? createThumbnail(tenantId, storedAs).finally(() => runningTasks.delete(key))
      runningTasks.set(key, task)
      await task
      return toThumbnailOrNull(name, await store.getSize(tenantId, name))
    },
  }
}

const toThumbnailOrNull = (name: string, size: number | null): { name: string; size: number } | null =>
  size ? { name, size } : null
