import { locksHeld, withLock } from '../../../shared/lock.ts'

/**
 * Prefix of the lock that each open tab holds, so that other tabs can list it. The browser releases the lock when the tab closes or
 * crashes.
 */
const HELD = 'unsent-of-'

export const THIS_TAB = crypto.randomUUID()

let holding: Promise<void> | null = null

/** Acquires the lock that marks this tab as open. Resolves once the lock is held; further calls return the same promise. */
export const holdTab = (): Promise<void> =>
  (holding ??= new Promise((held) => {
    void withLock(HELD + THIS_TAB, () => {
      held()
      return new Promise(() => {})
    })
  }))

export async function tabsThere(): Promise<ReadonlySet<string>> {
  const names = await locksHeld()
  return new Set(names.flatMap((name) => (name.startsWith(HELD) ? [name.slice(HELD.length)] : [])))
}

/** Calls `then` once another tab has closed. */
export const whenGone = (tab: string, then: () => void): void =>
  void withLock(HELD + tab, () => Promise.resolve(), 'shared').then(then)
