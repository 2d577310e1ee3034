import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { markUnsentStored, UNSENT_RETENTION_MS } from './unsent-mark.ts'
import type { StoredUnsentMessage } from './unsent-storage-rules.ts'

interface UnsentDatabaseSchema extends DBSchema {
  entries: { key: string; value: StoredUnsentMessage }
  blobs: { key: string; value: Blob }
}

let databasePromise: Promise<IDBPDatabase<UnsentDatabaseSchema>> | null = null

const openUnsentDatabase = (): Promise<IDBPDatabase<UnsentDatabaseSchema>> => {
  databasePromise ??= openDB<UnsentDatabaseSchema>('unsent', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries')
      db.createObjectStore('blobs')
      // Deletes the database of an older version, which stored only files.
      void deleteDB('unsent-files')
    },
    blocking: (_version, _wanted, { target }) => (target as IDBDatabase).close(),
    terminated: () => {
      databasePromise = null
    },
  })
  return databasePromise
}

/** Runs an operation on the browser's database. Returns null if there is no database or the operation fails. */
async function withDatabase<T>(operation: (db: IDBPDatabase<UnsentDatabaseSchema>) => Promise<T>): Promise<T | null> {
  try {
    return await operation(await openUnsentDatabase())
  } catch {
    databasePromise = null
    return null
  }
}

/** Stores an entry in the browser's database. Returns whether it was stored. */
export async function putUnsentEntry(stored: StoredUnsentMessage): Promise<boolean> {
  markUnsentStored()
  return (await withDatabase((db) => db.put('entries', stored, stored.entry.tempId))) !== null
}

/** Stores the bytes of an entry's file in the browser's database. Returns whether they were stored. */
export const putUnsentBlob = async (tempId: string, blob: Blob): Promise<boolean> =>
  (await withDatabase((db) => db.put('blobs', blob, tempId))) !== null

export const readUnsentBlob = async (tempId: string): Promise<Blob | null> =>
  (await withDatabase((db) => db.get('blobs', tempId))) ?? null

export async function deleteUnsentEntries(tempIds: readonly string[]): Promise<void> {
  await withDatabase(async (db) => {
    const tx = db.transaction(['entries', 'blobs'], 'readwrite')
    await Promise.all([
      ...tempIds.flatMap((id) => [tx.objectStore('entries').delete(id), tx.objectStore('blobs').delete(id)]),
      tx.done,
    ])
  })
}

/** Returns all stored entries in the order in which they were written. Deletes expired entries. */
export async function readUnsentEntries(): Promise<StoredUnsentMessage[]> {
  const storedEntries = (await withDatabase((db) => db.getAll('entries'))) ?? []
  const isExpired = ({ at }: StoredUnsentMessage) => Date.now() - at > UNSENT_RETENTION_MS
  await deleteUnsentEntries(storedEntries.filter(isExpired).map(({ entry }) => entry.tempId))
  return storedEntries.filter((stored) => !isExpired(stored)).sort((a, b) => a.order - b.order)
}
