import { locksHeld, withLock } from '../../../shared/lock.ts'

/** Tabs know of each other by the locks that they hold: the browser lets go of those of a tab that has gone, however it went. */
const HELD = 'unsent-of-'

export const THIS_TAB = crypto.randomUUID()

let holding: Promise<void> | null = null

/** From here on this tab counts as there. */
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

/** Does something once another tab has gone. */
export const whenGone = (tab: string, then: () => void): void =>
  void withLock(HELD + tab, () => Promise.resolve(), 'shared').then(then)
