import { AsyncLocalStorage } from 'node:async_hooks'

const backgroundContext = new AsyncLocalStorage<true>()

/** Marks `work` as background work: where only one operation runs at a time, it gives way to requests. */
export const runInBackground = <T>(work: () => T): T => backgroundContext.run(true, work)

export const isInBackground = (): boolean => backgroundContext.getStore() === true
