import type { FileStore } from '../../kernel/file-store.ts'
import { makeThumbnail, makeUprightJpeg } from './isolated-file-tasks.ts'
import { thumbName } from './names.ts'
import type { KeptFile } from './ports.ts'

/** A picture that any way in takes is smaller; of what is not, none is made. Bytes. */
const MAX_SOURCE_BYTES = 32 * 1024 * 1024

/** Lies in the place of a small picture that cannot be made, so that nobody reads and unfolds the original for it again. */
const NONE = new Uint8Array()

/** As `Files.pictureForModel`. */
export const createPictures =
  (store: FileStore) =>
  async ({ tenantId, storedAs, size }: KeptFile): Promise<Uint8Array | null> =>
    size > MAX_SOURCE_BYTES || (await store.sizeOf(tenantId, storedAs)) === null
      ? null
      : makeUprightJpeg(store, tenantId, storedAs)

/** Small pictures, each made when it is first asked for and kept beside its original. */
export interface Thumbs {
  /** Under which name the small picture of these bytes lies, and its size in bytes; null: there is none to be had of them. */
  of: (tenantId: string, storedAs: string) => Promise<{ name: string; size: number } | null>
}

/** Creates the thumbnails of a store. Two requests for the same one wait for the same task. */
export function createThumbs(store: FileStore): Thumbs {
  const running = new Map<string, Promise<void>>()

  async function make(tenantId: string, storedAs: string, name: string): Promise<void> {
    const bytes = await store.sizeOf(tenantId, storedAs)
    if (bytes === null) return
    const small = bytes > MAX_SOURCE_BYTES ? null : await makeThumbnail(store, tenantId, storedAs)
    await store.put(tenantId, name, small ?? NONE)
    // Erased meanwhile: it goes with its original.
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
