import { AsyncLocalStorage } from 'node:async_hooks'

const backgroundContext = new AsyncLocalStorage<true>()

/** Runs `work` as background work. The embedded database runs one transaction at a time, and prefers requests to background work. */
export const runInBackground = <T>(work: () => T): T => backgroundContext.run(true, work)

export const isInBackground = (): boolean => backgroundContext.getStore() === true
