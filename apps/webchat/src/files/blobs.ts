import { type DBSchema, openDB } from 'idb'

/** What was left by pages that nobody came back to. */
const KEPT_MS = 7 * 24 * 3_600_000

/** What is kept of a file. */
export interface Kept {
  readonly blob: Blob
  /** It is not yet what goes. */
  readonly converts?: true | undefined
}

interface Unsent extends DBSchema {
  blobs: { key: string; value: Kept & { readonly at: number } }
}

/** Bytes of files on their way, by the key of their message: through a reload, where this browser keeps any. */
export const createBlobs = () => {
  const here = new Map<string, Kept>()
  // A browser that blocks storage may throw at the first mention of it.
  const database = Promise.resolve().then(() =>
    openDB<Unsent>('webchat-files', 1, { upgrade: (db) => void db.createObjectStore('blobs') }),
  )
  const kept = new Map<string, Promise<boolean>>()
  void database.then(prune).catch(() => undefined)
  return {
    /** @returns false where this browser keeps no files */
    keep: (key: string, { blob, converts }: Kept): Promise<boolean> => {
      here.set(key, { blob, converts })
      const keeping = database
        .then((db) => db.put('blobs', { blob, converts, at: Date.now() }, key))
        .then(
          () => true,
          () => false,
        )
      kept.set(key, keeping)
      return keeping
    },
    /** Its bytes, once they are kept as well as they can be. */
    find: async (key: string): Promise<Kept | null> => {
      await kept.get(key)
      return here.get(key) ?? (await database.then((db) => db.get('blobs', key)).catch(() => undefined)) ?? null
    },
    drop: (key: string): void => {
      here.delete(key)
      void database.then((db) => db.delete('blobs', key)).catch(() => undefined)
    },
  }
}

async function prune(db: Awaited<ReturnType<typeof openDB<Unsent>>>): Promise<void> {
  const before = Date.now() - KEPT_MS
  for (const key of await db.getAllKeys('blobs')) {
    const found = await db.get('blobs', key)
    if (found && found.at < before) await db.delete('blobs', key)
  }
}
