import { AsyncLocalStorage } from 'node:async_hooks'

const backgroundContext = new AsyncLocalStorage<true>()

/**
 * Runs `work` marked as background work. The embedded database, which runs one transaction at a time, runs requests before background work.
 */
export const runInBackground = <T>(work: () => T): T => backgroundContext.run(true, work)

export const isInBackground = (): boolean => backgroundContext.getStore() === true
