import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { CallStart } from './reader-thread.ts'
import type * as worker from './reader-worker.ts'

/** Maximum CPU time in milliseconds per call: parsing a text and deciding the answer. */
const CPU_DEADLINE_MS = 250
/** Maximum elapsed time in milliseconds per call, for a busy machine that gives the thread little CPU time. */
const MAX_ELAPSED_MS = 5_000
/** Minimum interval in milliseconds between checks of a thread's CPU time. */
const CPU_CHECK_INTERVAL_MS = 25
/** Time in milliseconds after which an idle thread is stopped. */
const IDLE_MS = 600_000
/** Maximum heap size of a thread in megabytes. Beyond it, the thread is terminated and its call fails. */
const MAX_HEAP_MB = 256

/** Thrown if parsing a text exceeds the time limit. */
export class ParseTimeoutError extends Error {
  constructor() {
    super(`A text was not read within ${CPU_DEADLINE_MS} ms`)
  }
}

type WorkerModule = typeof worker

/** Parses leads' texts on worker threads, so that no text blocks the server. */
export interface TextReader {
  /**
   * Calls a function of reader-worker.ts on a worker thread. Arguments and result are copied.
   * @throws ParseTimeoutError if the call exceeds the CPU or elapsed time limit (GUARD-36)
   */
  run<Name extends keyof WorkerModule>(
    name: Name,
    ...args: Parameters<WorkerModule[Name]>
  ): Promise<ReturnType<WorkerModule[Name]>>
}

/**
 * Resolves when a thread has used CPU_DEADLINE_MS since `cpuUsageAtStart`. Rejects if `callEnded` aborts. CPU time counts, because elapsed
 * time includes other processes.
 */
const waitUntilOverdue = async (thread: Worker, cpuUsageAtStart: NodeJS.CpuUsage, callEnded: AbortSignal): Promise<void> => {
  for (let remainingMs = CPU_DEADLINE_MS; remainingMs > 0; ) {
    await wait(Math.max(remainingMs, CPU_CHECK_INTERVAL_MS), undefined, { signal: callEnded })
    const { user, system } = await thread.cpuUsage(cpuUsageAtStart)
    remainingMs = CPU_DEADLINE_MS - (user + system) / 1000
  }
}

/**
 * Creates a text reader with up to two threads, so that one long call leaves a thread for others. Their priority is below the main
 * thread's.
 */
export const createTextReader = (file = new URL('./reader-worker.ts', import.meta.url)): TextReader => {
  const startListeners = new Map<number, (callStart: CallStart) => void>()
  let lastId = 0
  const threads = new Piscina({
    filename: new URL('./reader-thread.ts', import.meta.url).href,
    workerData: { file: file.href },
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: IDLE_MS,
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  threads.on('message', (callStart: CallStart) => startListeners.get(callStart.id)?.(callStart))
  return {
    run: async (name, ...args) => {
      lastId += 1
      const id = lastId
      const deadline = new AbortController()
      const callEnded = new AbortController()
      let elapsedTimer: NodeJS.Timeout | undefined
      const abortCall = () => deadline.abort()
      startListeners.set(id, ({ threadId, cpuUsage }) => {
        elapsedTimer = setTimeout(abortCall, MAX_ELAPSED_MS)
        const thread = threads.threads.find((candidate) => candidate.threadId === threadId)
        // Rejects if the call or its thread has already ended.
        if (thread) waitUntilOverdue(thread, cpuUsage, callEnded.signal).then(abortCall, () => {})
      })
      try {
        const result: unknown = await threads.run({ id, name, args }, { signal: deadline.signal })
        return result as ReturnType<WorkerModule[typeof name]>
      } catch (error) {
        throw deadline.signal.aborted ? new ParseTimeoutError() : error
      } finally {
        clearTimeout(elapsedTimer)
        callEnded.abort()
        startListeners.delete(id)
      }
    },
  }
}

/** Shared by the whole process. */
export const textReader = createTextReader()
