import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Kept } from './kept-rules.ts'
import { KEPT_MS, markKept } from './unsent-mark.ts'

interface UnsentMessages extends DBSchema {
  entries: { key: string; value: Kept }
  blobs: { key: string; value: Blob }
}

let opening: Promise<IDBPDatabase<UnsentMessages>> | null = null

const database = (): Promise<IDBPDatabase<UnsentMessages>> => {
  opening ??= openDB<UnsentMessages>('unsent', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries')
      db.createObjectStore('blobs')
      // Database of an older version, which stored only files.
      void deleteDB('unsent-files')
    },
    blocking: (_version, _wanted, { target }) => (target as IDBDatabase).close(),
    terminated: () => {
      opening = null
    },
  })
  return opening
}

/** Runs work on the database. Returns null if this browser has none. */
async function within<T>(work: (db: IDBPDatabase<UnsentMessages>) => Promise<T>): Promise<T | null> {
  try {
    return await work(await database())
  } catch {
    opening = null
    return null
  }
}

/** Stores an entry. Returns whether it was stored. */
export async function putEntry(kept: Kept): Promise<boolean> {
  markKept()
  return (await within((db) => db.put('entries', kept, kept.entry.tempId))) !== null
}

/** Stores the bytes of an entry. Returns whether they were stored. */
export const putBlob = async (tempId: string, blob: Blob): Promise<boolean> =>
  (await within((db) => db.put('blobs', blob, tempId))) !== null

export const readBlob = async (tempId: string): Promise<Blob | null> => (await within((db) => db.get('blobs', tempId))) ?? null

export async function drop(tempIds: readonly string[]): Promise<void> {
  await within(async (db) => {
    const tx = db.transaction(['entries', 'blobs'], 'readwrite')
    await Promise.all([
      ...tempIds.flatMap((id) => [tx.objectStore('entries').delete(id), tx.objectStore('blobs').delete(id)]),
      tx.done,
    ])
  })
}

/** Returns all entries in the order of writing. Deletes expired ones. */
export async function readEntries(): Promise<Kept[]> {
  const all = (await within((db) => db.getAll('entries'))) ?? []
  const isOver = ({ at }: Kept) => Date.now() - at > KEPT_MS
  await drop(all.filter(isOver).map(({ entry }) => entry.tempId))
  return all.filter((kept) => !isOver(kept)).sort((a, b) => a.order - b.order)
}
