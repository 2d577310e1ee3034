import { useSession } from '../../../shared/session/session.ts'
import type { Outbox, Unsent } from '../cache/outbox.ts'
import { useOutbox } from '../cache/outbox-store.ts'
import { type Kept, worthKeeping } from './kept-rules.ts'
import { drop, putBlob, putEntry, readBlob, readEntries } from './kept-store.ts'
import { cancelUpload } from './running.ts'
import { holdTab, THIS_TAB } from './this-tab.ts'

/** This tab's entries as stored in the browser's database. */
const known = new Map<string, Kept>()
/** This tab's bytes, also if the browser has no database. */
const here = new Map<string, Blob>()
/** Running writes by tempId; each resolves to whether it was stored. */
const keeping = new Map<string, Promise<boolean>>()

export const isKept = (tempId: string): boolean => known.has(tempId)
/** Returns the time since when the entry is tried, in milliseconds. */
export const triedSince = (tempId: string): number => known.get(tempId)?.at ?? Date.now()
export const isUnsent = (tempId: string): boolean => useOutbox.getState().entries.some((entry) => entry.tempId === tempId)

let lastOrder = 0
const nextOrder = (): number => {
  lastOrder = Math.max(lastOrder + 1, Date.now())
  return lastOrder
}

const also = (tempId: string, put: () => Promise<boolean>): Promise<boolean> => {
  const before = keeping.get(tempId) ?? Promise.resolve(true)
  const both = before.then(async (isSo) => (await put()) && isSo)
  keeping.set(tempId, both)
  return both
}

function keep(entry: Unsent): void {
  const { user } = useSession.getState()
  if (!user) return
  const { tempId } = entry
  const before = known.get(tempId)
  const isAskedAgain = before?.entry.status === 'error' && entry.status === 'waiting'
  const kept: Kept = {
    entry,
    userId: user.id,
    tenantId: user.tenant.id,
    tab: THIS_TAB,
    at: before && !isAskedAgain ? before.at : Date.now(),
    order: before?.order ?? nextOrder(),
  }
  known.set(tempId, kept)
  void also(tempId, async () => {
    await holdTab()
    // An entry removed meanwhile is not stored again.
    return known.get(tempId) === kept ? putEntry(kept) : true
  })
}

/** Adopts an entry of a closed tab, or of this tab before its session ended. */
export function takeOver(kept: Kept, entry: Unsent): void {
  known.set(entry.tempId, kept)
  keep(entry)
}

/** Stores the bytes of an unsent file. Returns false if this browser cannot store files. */
export function keepBlob(tempId: string, blob: Blob): Promise<boolean> {
  here.set(tempId, blob)
  return also(tempId, () => putBlob(tempId, blob))
}

/** Returns the bytes after running writes have finished, or null. */
export async function blobOf(tempId: string): Promise<Blob | null> {
  await keeping.get(tempId)
  return here.get(tempId) ?? (await readBlob(tempId))
}

function forget(gone: Outbox): void {
  for (const { tempId } of gone) {
    known.delete(tempId)
    here.delete(tempId)
    cancelUpload(tempId)
    const before = keeping.get(tempId)
    keeping.delete(tempId)
    // Deletes the entry after its running writes have finished.
    void Promise.resolve(before).then(() => drop([tempId]))
  }
}

const keepAll = (entries: Outbox): void => {
  for (const entry of worthKeeping(entries, isKept)) if (known.get(entry.tempId)?.entry !== entry) keep(entry)
}

/** Whether the database may contain the entry: one restored by a reload is not adopted yet. */
const mayLieThere = ({ tempId, file, status }: Unsent): boolean =>
  known.has(tempId) || here.has(tempId) || file !== undefined || status === 'error'

useOutbox.subscribe(({ entries, ownerId }, before) => {
  if (entries === before.entries) return
  if (ownerId !== before.ownerId) return leaveAll()
  const left = new Set(entries.flatMap(({ tempId, status }) => (status === 'done' ? [] : [tempId])))
  forget(before.entries.filter((entry) => !left.has(entry.tempId) && mayLieThere(entry)))
  keepAll(entries)
})
keepAll(useOutbox.getState().entries)

/** Stored entries still belong to the user who wrote them. */
function leaveAll(): void {
  for (const tempId of known.keys()) cancelUpload(tempId)
  known.clear()
  here.clear()
}

/** A sign-out chosen by the user deletes the stored messages of all tabs; an expired session keeps them. */
useSession.subscribe((now, before) => {
  if (!before.user || now.user) return
  known.clear()
  // For a sign-out in another tab, that tab deletes them.
  const isChosen = now.error === null && useSession.persist.hasHydrated()
  if (isChosen) void dropAllOf(before.user.id)
})

async function dropAllOf(userId: string): Promise<void> {
  await Promise.all(keeping.values())
  const all = await readEntries()
  await drop(all.filter((kept) => kept.userId === userId).map(({ entry }) => entry.tempId))
}
