import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { useOutbox } from '../cache/outbox-store.ts'

/** What was left by tabs that nobody came back to. */
const KEPT_MS = 24 * 3_600_000

interface UnsentFiles extends DBSchema {
  blobs: { key: string; value: { blob: Blob; at: number } }
}

let opening: Promise<IDBPDatabase<UnsentFiles>> | null = null

const database = (): Promise<IDBPDatabase<UnsentFiles>> => {
  opening ??= openDB<UnsentFiles>('unsent-files', 1, {
    upgrade: (db) => void db.createObjectStore('blobs'),
    terminated: () => {
      opening = null
    },
  })
  return opening
}

/** This tab's own, also where the browser keeps nothing. */
const here = new Map<string, Blob>()

/** Keeps the bytes of an unsent file through a reload. @returns false where this browser does not keep files */
export async function keepBlob(tempId: string, blob: Blob): Promise<boolean> {
  here.set(tempId, blob)
  try {
    const db = await database()
    await db.put('blobs', { blob, at: Date.now() }, tempId)
    await prune(db)
    return true
  } catch {
    opening = null
    return false
  }
}

export async function blobOf(tempId: string): Promise<Blob | null> {
  const held = here.get(tempId)
  if (held) return held
  try {
    return (await (await database()).get('blobs', tempId))?.blob ?? null
  } catch {
    opening = null
    return null
  }
}

async function dropBlob(tempId: string): Promise<void> {
  here.delete(tempId)
  try {
    await (await database()).delete('blobs', tempId)
  } catch {
    opening = null
  }
}

// What has arrived, was given up, or belonged to who has signed out.
useOutbox.subscribe(({ entries }, before) => {
  if (entries === before.entries) return
  const left = new Set(entries.map(({ tempId }) => tempId))
  for (const { tempId, file } of before.entries) if (file && !left.has(tempId)) void dropBlob(tempId)
})

async function prune(db: IDBPDatabase<UnsentFiles>): Promise<void> {
  const before = Date.now() - KEPT_MS
  for (const key of await db.getAllKeys('blobs')) {
    const kept = await db.get('blobs', key)
    if (kept && kept.at < before) await db.delete('blobs', key)
  }
}
