import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { runInBackground } from '../../../platform/concurrency/background.ts'
import type { Deps } from '../../../platform/deps.ts'

/**
 * Range in milliseconds of the random delay before a queued task. Without the delay, the timing of later responses could reveal whether an
 * account exists.
 */
const DELAY_MS = { min: 100, max: 500 } as const
/** Maximum number of waiting tasks; further tasks are dropped. Only a flood of requests within the limits per IP address can reach it. */
const MAX_WAITING_REQUESTS = 20_000

/** Creates a queue for tasks that run after the HTTP response was sent, one at a time, in this process. */
export function createAfterResponseQueue({ log }: Pick<Deps, 'log'>) {
  const queue = new PQueue({ concurrency: 1 })
  const pendingTasks = new Set<Promise<void>>()
  const closingAbort = new AbortController()
  const runAfterDelay = async (work: () => Promise<void>): Promise<void> => {
    const afterMs = DELAY_MS.min + Math.random() * (DELAY_MS.max - DELAY_MS.min)
    await wait(afterMs, undefined, { signal: closingAbort.signal, ref: false }).catch(() => undefined)
    await queue
      .add(() => runInBackground(work))
      .catch((error: unknown) => log.error({ err: error }, 'the request for a password reset was not worked off'))
  }
  return {
    add: (work: () => Promise<void>): void => {
      if (pendingTasks.size >= MAX_WAITING_REQUESTS) return log.warn('a request for a password reset was dropped: too many wait')
      const task = runAfterDelay(work).finally(() => pendingTasks.delete(task))
      pendingTasks.add(task)
    },
    /** Starts all waiting tasks without further delay, and waits until they have finished. */
    close: async (): Promise<void> => {
      closingAbort.abort()
      await Promise.all(pendingTasks)
    },
  }
}
