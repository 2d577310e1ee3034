import { type DBSchema, openDB } from 'idb'

/** Age in milliseconds at which stored files that were never sent are deleted. */
const MAX_BLOB_AGE_MS = 7 * 24 * 3_600_000

export interface StoredBlob {
  readonly blob: Blob
  /** Whether the video must be converted before it is sent. */
  readonly converts?: true | undefined
}

interface BlobDatabase extends DBSchema {
  blobs: { key: string; value: StoredBlob & { readonly at: number } }
}

/**
 * Creates the store for files that are being sent, by message key. Uses IndexedDB if the browser allows it, so that files survive a reload.
 */
export const createBlobStore = () => {
  const memory = new Map<string, StoredBlob>()
  // Opens the database inside a promise, because browsers that block storage may throw synchronously.
  const database = Promise.resolve().then(() =>
    openDB<BlobDatabase>('webchat-files', 1, { upgrade: (db) => void db.createObjectStore('blobs') }),
  )
  const pendingWrites = new Map<string, Promise<boolean>>()
  void database.then(deleteOldBlobs).catch(() => undefined)
  return {
    /** Stores a file. Returns false if the browser cannot store files; the file is then available only until the page is closed. */
    store: (key: string, { blob, converts }: StoredBlob): Promise<boolean> => {
      memory.set(key, { blob, converts })
      const write = database
        .then((db) => db.put('blobs', { blob, converts, at: Date.now() }, key))
        .then(
          () => true,
          () => false,
        )
      pendingWrites.set(key, write)
      return write
    },
    /** Returns the stored file, or null if there is none. Waits for a running write of the same file. */
    find: async (key: string): Promise<StoredBlob | null> => {
      await pendingWrites.get(key)
      return memory.get(key) ?? (await database.then((db) => db.get('blobs', key)).catch(() => undefined)) ?? null
    },
    remove: (key: string): void => {
      memory.delete(key)
      void database.then((db) => db.delete('blobs', key)).catch(() => undefined)
    },
  }
}

async function deleteOldBlobs(db: Awaited<ReturnType<typeof openDB<BlobDatabase>>>): Promise<void> {
  const oldestAllowed = Date.now() - MAX_BLOB_AGE_MS
  for (const key of await db.getAllKeys('blobs')) {
    const stored = await db.get('blobs', key)
    if (stored && stored.at < oldestAllowed) await db.delete('blobs', key)
  }
}
