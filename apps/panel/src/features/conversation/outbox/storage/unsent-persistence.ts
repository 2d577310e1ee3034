import { useSession } from '../../../../shared/session/session.ts'
import type { Outbox, UnsentMessage } from '../outbox.ts'
import { useOutbox } from '../outbox-store.ts'
import { cancelUpload } from '../uploads/running-uploads.ts'
import { acquireTabLock, THIS_TAB_ID } from './open-tabs.ts'
import { deleteUnsentEntries, putUnsentBlob, putUnsentEntry, readUnsentBlob, readUnsentEntries } from './unsent-database.ts'
import { type StoredUnsentMessage, selectEntriesToStore } from './unsent-storage-rules.ts'

/** Entries of this tab that are stored in the browser's database, by tempId. */
const storedEntries = new Map<string, StoredUnsentMessage>()
/** Bytes of this tab's files by tempId, kept in memory in case the browser has no database. */
const tabBlobs = new Map<string, Blob>()
/** Running writes to the database by tempId. Each resolves to whether the data was stored. */
const runningWrites = new Map<string, Promise<boolean>>()

export const isEntryStored = (tempId: string): boolean => storedEntries.has(tempId)
/** Returns the time at which the first attempt to send the entry began, or the last retry by the user, in milliseconds since the epoch. */
export const getAttemptStartMs = (tempId: string): number => storedEntries.get(tempId)?.at ?? Date.now()
export const isInOutbox = (tempId: string): boolean => useOutbox.getState().entries.some((entry) => entry.tempId === tempId)

let lastOrder = 0
const getNextOrder = (): number => {
  lastOrder = Math.max(lastOrder + 1, Date.now())
  return lastOrder
}

const chainWrite = (tempId: string, write: () => Promise<boolean>): Promise<boolean> => {
  const previousWrite = runningWrites.get(tempId) ?? Promise.resolve(true)
  const chainedWrite = previousWrite.then(async (previousSucceeded) => (await write()) && previousSucceeded)
  runningWrites.set(tempId, chainedWrite)
  return chainedWrite
}

function storeEntry(entry: UnsentMessage): void {
  const { user } = useSession.getState()
  if (!user) return
  const { tempId } = entry
  const previous = storedEntries.get(tempId)
  const isRetry = previous?.entry.status === 'error' && entry.status === 'waiting'
  const stored: StoredUnsentMessage = {
    entry,
    userId: user.id,
    tenantId: user.tenant.id,
    tab: THIS_TAB_ID,
    at: previous && !isRetry ? previous.at : Date.now(),
    order: previous?.order ?? getNextOrder(),
  }
  storedEntries.set(tempId, stored)
  void chainWrite(tempId, async () => {
    await acquireTabLock()
    // Does not store an entry again that was removed or changed while this function was waiting.
    return storedEntries.get(tempId) === stored ? putUnsentEntry(stored) : true
  })
}

/** Takes over a stored entry that belonged to a closed tab, or to this tab before its session ended. */
export function adoptStoredEntry(stored: StoredUnsentMessage, entry: UnsentMessage): void {
  storedEntries.set(entry.tempId, stored)
  storeEntry(entry)
}

/** Stores the bytes of an unsent file. Resolves to false if this browser cannot store files. */
export function storeUnsentBlob(tempId: string, blob: Blob): Promise<boolean> {
  tabBlobs.set(tempId, blob)
  return chainWrite(tempId, () => putUnsentBlob(tempId, blob))
}

/** Returns the bytes of an unsent file, or null. Waits for running writes of the same entry first. */
export async function loadUnsentBlob(tempId: string): Promise<Blob | null> {
  await runningWrites.get(tempId)
  return tabBlobs.get(tempId) ?? (await readUnsentBlob(tempId))
}

function discardEntries(removed: Outbox): void {
  for (const { tempId } of removed) {
    storedEntries.delete(tempId)
    tabBlobs.delete(tempId)
    cancelUpload(tempId)
    const runningWrite = runningWrites.get(tempId)
    runningWrites.delete(tempId)
    // Deletes the entry after its running writes have finished.
    void Promise.resolve(runningWrite).then(() => deleteUnsentEntries([tempId]))
  }
}

const storeEntries = (entries: Outbox): void => {
  for (const entry of selectEntriesToStore(entries, isEntryStored))
    if (storedEntries.get(entry.tempId)?.entry !== entry) storeEntry(entry)
}

/** Whether the database may contain the entry. After a reload, entries are not yet in `storedEntries`. */
const mayBeStored = ({ tempId, file, status }: UnsentMessage): boolean =>
  storedEntries.has(tempId) || tabBlobs.has(tempId) || file !== undefined || status === 'error'

useOutbox.subscribe(({ entries, ownerId }, previous) => {
  if (entries === previous.entries) return
  if (ownerId !== previous.ownerId) return clearTabState()
  const remainingIds = new Set(entries.flatMap(({ tempId, status }) => (status === 'done' ? [] : [tempId])))
  discardEntries(previous.entries.filter((entry) => !remainingIds.has(entry.tempId) && mayBeStored(entry)))
  storeEntries(entries)
})
storeEntries(useOutbox.getState().entries)

/** Clears this tab's state when another user signs in. The entries in the database stay; they belong to the previous user. */
function clearTabState(): void {
  for (const tempId of storedEntries.keys()) cancelUpload(tempId)
  storedEntries.clear()
  tabBlobs.clear()
}

/** Deletes the user's stored entries, also of other tabs, after a sign-out that the user chose. An expired session keeps them. */
useSession.subscribe((session, previous) => {
  if (!previous.user || session.user) return
  storedEntries.clear()
  // After a sign-out in another tab, that tab deletes the entries.
  const isDeliberateSignOut = session.error === null && useSession.persist.hasHydrated()
  if (isDeliberateSignOut) void deleteEntriesOfUser(previous.user.id)
})

async function deleteEntriesOfUser(userId: string): Promise<void> {
  await Promise.all(runningWrites.values())
  const storedList = await readUnsentEntries()
  await deleteUnsentEntries(storedList.filter((stored) => stored.userId === userId).map(({ entry }) => entry.tempId))
}
