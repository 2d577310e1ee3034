/**
 * Runs `operation` while holding a named lock that all tabs share, and returns its result. Runs `operation` without a lock if the browser
 * does not support locks or blocks them.
 */
export async function runWithLock<T>(name: string, operation: () => Promise<T>, mode: LockMode = 'exclusive'): Promise<T> {
  if (!('locks' in navigator)) return operation()
  let isRunning = false
  try {
    return await navigator.locks.request(name, { mode }, () => {
      isRunning = true
      return operation()
    })
  } catch (error) {
    // Requesting the lock failed before `operation` started: browsers that block storage also block locks.
    if (isRunning) throw error
    return operation()
  }
}

/** Returns the names of the locks that any tab has acquired, or an empty list if the browser blocks locks. */
export async function listHeldLocks(): Promise<string[]> {
  try {
    const { held: heldLocks = [] } = await navigator.locks.query()
    return heldLocks.map(({ name = '' }) => name)
  } catch {
    return []
  }
}
