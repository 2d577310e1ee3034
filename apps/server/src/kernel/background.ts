import { AsyncLocalStorage } from 'node:async_hooks'

const background = new AsyncLocalStorage<true>()

/** Runs what nobody waits for at a screen: where things are done one at a time, it lets go first whoever is waited for. */
export const inBackground = <T>(work: () => T): T => background.run(true, work)

export const isInBackground = (): boolean => background.getStore() === true
