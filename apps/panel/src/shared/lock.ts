/** Runs work while no other tab holds the lock of this name. Runs it at once where the browser has no locks, or blocks them. */
export async function withLock<T>(name: string, work: () => Promise<T>, mode: LockMode = 'exclusive'): Promise<T> {
  if (!('locks' in navigator)) return work()
  let isRunning = false
  try {
    return await navigator.locks.request(name, { mode }, () => {
      isRunning = true
      return work()
    })
  } catch (error) {
    // Failed locks fail before the work begins: browsers that block storage block locks too.
    if (isRunning) throw error
    return work()
  }
}

/** Returns the names of the locks that any tab holds; none where the browser blocks them. */
export async function locksHeld(): Promise<string[]> {
  try {
    const { held = [] } = await navigator.locks.query()
    return held.map(({ name = '' }) => name)
  } catch {
    return []
  }
}
