/** Tabs know of each other by the locks that they hold: the browser lets go of those of a tab that has gone, however it went. */
const HELD = 'unsent-of-'

export const THIS_TAB = crypto.randomUUID()

let holding: Promise<void> | null = null

/** From here on this tab counts as there. */
export const holdTab = (): Promise<void> =>
  (holding ??= new Promise((held) => {
    if (!('locks' in navigator)) return held()
    void navigator.locks.request(HELD + THIS_TAB, () => {
      held()
      return new Promise(() => {})
    })
  }))

export async function tabsThere(): Promise<ReadonlySet<string>> {
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query() : {}
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(HELD) ? [name.slice(HELD.length)] : [])))
}

/** Does something once another tab has gone. */
export const whenGone = (tab: string, then: () => void): void =>
  void navigator.locks.request(HELD + tab, { mode: 'shared' }, () => undefined).then(then)

/** Does something while no other tab does it. */
export const asOnlyTab = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(what, work) : work()
