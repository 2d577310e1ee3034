import type { FileStore } from '../../kernel/file-store.ts'
import { makeThumbnail, makeUprightJpeg } from './isolated-file-tasks.ts'
import { thumbName } from './names.ts'
import type { KeptFile } from './ports.ts'

/** Maximum bytes of a picture for which a thumbnail or JPEG is made. All accepted pictures are smaller. */
const MAX_SOURCE_BYTES = 32 * 1024 * 1024

/** Stored in place of a thumbnail that cannot be made, so that the original is not decoded again. */
const NONE = new Uint8Array()

/** Creates the implementation of `Files.pictureForModel`. */
export const createPictures =
  (store: FileStore) =>
  async ({ tenantId, storedAs, size }: KeptFile): Promise<Uint8Array | null> =>
    size > MAX_SOURCE_BYTES || (await store.sizeOf(tenantId, storedAs)) === null
      ? null
      : makeUprightJpeg(store, tenantId, storedAs)

/** Thumbnails, each made at its first request and stored beside the original. */
export interface Thumbs {
  /** Returns the name and size in bytes of the thumbnail of a stored picture; null if it has none. */
  of: (tenantId: string, storedAs: string) => Promise<{ name: string; size: number } | null>
}

/** Creates the thumbnails of a store. Concurrent requests for the same thumbnail share one task. */
export function createThumbs(store: FileStore): Thumbs {
  const running = new Map<string, Promise<void>>()

  async function make(tenantId: string, storedAs: string, name: string): Promise<void> {
    const bytes = await store.sizeOf(tenantId, storedAs)
    if (bytes === null) return
    const small = bytes > MAX_SOURCE_BYTES ? null : await makeThumbnail(store, tenantId, storedAs)
    await store.put(tenantId, name, small ?? NONE)
    // The original was erased meanwhile: its thumbnail is removed as well.
    if ((await store.sizeOf(tenantId, storedAs)) === null) await store.remove(tenantId, name)
  }

  return {
    of: async (tenantId, storedAs) => {
      const name = thumbName(storedAs)
      const there = await store.sizeOf(tenantId, name)
      if (there !== null) return madeOf(name, there)
      const key = `${tenantId}/${name}`
      const job = running.get(key) ?? make(tenantId, storedAs, name).finally(() => running.delete(key))
      running.set(key, job)
      await job
      return madeOf(name, await store.sizeOf(tenantId, name))
    },
  }
}

const madeOf = (name: string, size: number | null): { name: string; size: number } | null => (size ? { name, size } : null)
