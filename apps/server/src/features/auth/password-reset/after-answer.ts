import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { inBackground } from '../../../kernel/background.ts'
import type { Deps } from '../../../kernel/deps.ts'

/** Random time between an answer and the work that follows it, so that no later answer shows what that work was. */
const AFTER_MS = { least: 100, most: 500 } as const
/** Requests that wait for their work. More than that are a flood that no limit of addresses has stopped, and are dropped. */
const MOST_WAITING = 20_000

/** Returns a queue of work that is done after an answer, in this process, one piece at a time. */
export function createAfterAnswer({ log }: Pick<Deps, 'log'>) {
  const line = new PQueue({ concurrency: 1 })
  const waiting = new Set<Promise<void>>()
  const closing = new AbortController()
  const doLater = async (work: () => Promise<void>): Promise<void> => {
    const afterMs = AFTER_MS.least + Math.random() * (AFTER_MS.most - AFTER_MS.least)
    await wait(afterMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    await line
      .add(() => inBackground(work))
      .catch((error: unknown) => log.error({ err: error }, 'the request for a password reset was not worked off'))
  }
  return {
    add: (work: () => Promise<void>): void => {
      if (waiting.size >= MOST_WAITING) return log.warn('a request for a password reset was dropped: too many wait')
      const done = doLater(work).finally(() => waiting.delete(done))
      waiting.add(done)
    },
    /** Does at once what still waits. */
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(waiting)
    },
  }
}
