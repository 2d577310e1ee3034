import { AsyncLocalStorage } from 'node:async_hooks'

const background = new AsyncLocalStorage<true>()

/** Marks `work` as background work: where only one operation runs at a time, it gives way to requests. */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

export const isInBackground = (): boolean => background.getStore() === true
