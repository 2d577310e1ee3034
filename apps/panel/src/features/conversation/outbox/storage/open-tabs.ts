import { listHeldLocks, runWithLock } from '../../../../shared/browser/locks.ts'

/**
 * Name prefix of the lock that each open tab holds. Other tabs find open tabs by these locks. The browser releases the lock when the tab
 * closes or crashes.
 */
const TAB_LOCK_PREFIX = 'unsent-of-'

export const THIS_TAB_ID = crypto.randomUUID()

let tabLock: Promise<void> | null = null

/** Acquires the lock that marks this tab as open. Resolves once the lock is held. Further calls return the same promise. */
export const acquireTabLock = (): Promise<void> =>
  (tabLock ??= new Promise((onAcquired) => {
    void runWithLock(TAB_LOCK_PREFIX + THIS_TAB_ID, () => {
      onAcquired()
      return new Promise(() => {})
    })
  }))

export async function listOpenTabIds(): Promise<ReadonlySet<string>> {
  const names = await listHeldLocks()
  return new Set(names.flatMap((name) => (name.startsWith(TAB_LOCK_PREFIX) ? [name.slice(TAB_LOCK_PREFIX.length)] : [])))
}

/** Calls `onClosed` when another tab has closed. `tab`: id of that tab. */
export const onTabClosed = (tab: string, onClosed: () => void): void =>
  void runWithLock(TAB_LOCK_PREFIX + tab, () => Promise.resolve(), 'shared').then(onClosed)
