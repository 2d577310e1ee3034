import { Piscina } from 'piscina'
import type * as worker from './reader-worker.ts'

/** How long the reading of a lead's text and the answer to it may take, in milliseconds, counted from its begin in the thread. */
const DEADLINE_MS = 250
/** A thread that nobody needs for so long is let go. */
const IDLE_MS = 600_000
/** What a thread may hold, in megabytes; one that wants more is ended, and its work fails. */
const HEAP_MB = 256

/** A text kept the patterns that read it busy for longer than the deadline. */
export class TookTooLong extends Error {
  constructor() {
    super(`A text was not read within ${DEADLINE_MS} ms`)
  }
}

type Work = typeof worker

/** Reads what leads wrote on threads of its own: whatever a stranger sends holds up nothing else. */
export interface Reader {
  /**
   * Does one of the works of reader-worker.ts with what it is given, both of which are copied.
   * @throws TookTooLong when it was still at it after the deadline (2-agents §2)
   */
  run<Name extends keyof Work>(name: Name, ...given: Parameters<Work[Name]>): Promise<ReturnType<Work[Name]>>
}

/** Started when needed, two at most: a busy one leaves one to everybody else. Behind requests, from which two would take the cores. */
export const createReader = (file = new URL('./reader-worker.ts', import.meta.url)): Reader => {
  const begun = new Map<number, () => void>()
  let lastId = 0
  const threads = new Piscina({
    filename: new URL('./reader-thread.ts', import.meta.url).href,
    workerData: { file: file.href },
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  threads.on('message', (id: number) => begun.get(id)?.())
  return {
    run: async (name, ...given) => {
      lastId += 1
      const id = lastId
      const deadline = new AbortController()
      let timer: NodeJS.Timeout | undefined
      // A result that is there already is looked at first: this process may have been the one that was held up.
      begun.set(id, () => (timer = setTimeout(() => setImmediate(() => deadline.abort()), DEADLINE_MS)))
      try {
        const done: unknown = await threads.run({ id, name, given }, { signal: deadline.signal })
        return done as ReturnType<Work[typeof name]>
      } catch (error) {
        throw deadline.signal.aborted ? new TookTooLong() : error
      } finally {
        clearTimeout(timer)
        begun.delete(id)
      }
    },
  }
}

/** The one of this process. */
export const reader = createReader()
