import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Begun } from './reader-thread.ts'
import type * as worker from './reader-worker.ts'

/** How much processor time the reading of a lead's text and the answer to it may take, in milliseconds, counted from its begin in the thread. */
const DEADLINE_MS = 250
/** How long they may take where the machine leaves the thread less than that of its processors, in milliseconds. */
const LONGEST_MS = 5_000
/** How often a thread that was left too little is looked at again, in milliseconds. */
const LOOK_MS = 25
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
   * @throws TookTooLong when it kept its thread busy beyond the deadline (GUARD-36)
   */
  run<Name extends keyof Work>(name: Name, ...given: Parameters<Work[Name]>): Promise<ReturnType<Work[Name]>>
}

/**
 * Comes back when a thread has worked for as long as the deadline since a work began: a clock would also count what others
 * of the machine were given meanwhile.
 */
const untilOverdue = async (thread: Worker, used: NodeJS.CpuUsage, over: AbortSignal): Promise<void> => {
  for (let left = DEADLINE_MS; left > 0; ) {
    await wait(Math.max(left, LOOK_MS), undefined, { signal: over })
    const { user, system } = await thread.cpuUsage(used)
    left = DEADLINE_MS - (user + system) / 1000
  }
}

/** Started when needed, two at most: a busy one leaves one to everybody else. Behind requests, from which two would take the cores. */
export const createReader = (file = new URL('./reader-worker.ts', import.meta.url)): Reader => {
  const begun = new Map<number, (told: Begun) => void>()
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
  threads.on('message', (told: Begun) => begun.get(told.id)?.(told))
  return {
    run: async (name, ...given) => {
      lastId += 1
      const id = lastId
      const deadline = new AbortController()
      const done = new AbortController()
      let longest: NodeJS.Timeout | undefined
      const end = () => deadline.abort()
      begun.set(id, ({ threadId, used }) => {
        longest = setTimeout(end, LONGEST_MS)
        const thread = threads.threads.find((one) => one.threadId === threadId)
        // It fails where the work or its thread came to an end by itself.
        if (thread) untilOverdue(thread, used, done.signal).then(end, () => {})
      })
      try {
        const result: unknown = await threads.run({ id, name, given }, { signal: deadline.signal })
        return result as ReturnType<Work[typeof name]>
      } catch (error) {
        throw deadline.signal.aborted ? new TookTooLong() : error
      } finally {
        clearTimeout(longest)
        done.abort()
        begun.delete(id)
      }
    },
  }
}

/** The one of this process. */
export const reader = createReader()
