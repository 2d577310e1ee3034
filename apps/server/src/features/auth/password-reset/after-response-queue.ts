import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { runInBackground } from '../../../platform/concurrency/background.ts'
import type { Deps } from '../../../platform/deps.ts'

/**
 * Range in milliseconds of the random delay between a response and its work, so that the timing of later responses does not reveal whether
 * the account exists.
 */
const DELAY_MS = { least: 100, most: 500 } as const
/**
 * Maximum number of waiting tasks; further ones are dropped. Only a flood that passed the rate limits by IP address can reach this number.
 */
const MAX_WAITING_REQUESTS = 20_000

/** Creates a queue for work that runs in this process after the response was sent, one task at a time. */
export function createAfterResponseQueue({ log }: Pick<Deps, 'log'>) {
  const line = new PQueue({ concurrency: 1 })
  const waiting = new Set<Promise<void>>()
  const closing = new AbortController()
  const doLater = async (work: () => Promise<void>): Promise<void> => {
    const afterMs = DELAY_MS.least + Math.random() * (DELAY_MS.most - DELAY_MS.least)
    await wait(afterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    await line
      .add(() => runInBackground(work))
      .catch((error: unknown) => log.error({ err: error }, 'the request for a password reset was not worked off'))
  }
  return {
    add: (work: () => Promise<void>): void => {
      if (waiting.size >= MAX_WAITING_REQUESTS) return log.warn('a request for a password reset was dropped: too many wait')
      const done = doLater(work).finally(() => waiting.delete(done))
      waiting.add(done)
    },
    /** Starts all waiting work without further delay, and waits until it has finished. */
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(waiting)
    },
  }
}
