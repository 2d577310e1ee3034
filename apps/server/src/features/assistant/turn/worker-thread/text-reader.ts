import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { CallStart } from './reader-thread.ts'
import type * as worker from './reader-worker.ts'

/** Maximum CPU time in milliseconds for one call on a worker thread: parsing a lead's text and deciding the answer. */
const CPU_DEADLINE_MS = 250
/** Maximum elapsed time in milliseconds of a call. It applies when a busy machine gives the thread too little CPU time. */
const MAX_ELAPSED_MS = 5_000
/** Minimum interval in milliseconds between checks of a thread's CPU time. */
const CPU_CHECK_INTERVAL_MS = 25
/** Time in milliseconds after which an idle thread is stopped. */
const IDLE_MS = 600_000
/** Maximum heap size of a thread in megabytes. A thread that needs more is terminated, and its call fails. */
const MAX_HEAP_MB = 256

/** Error for a text whose parsing exceeds the time limit. */
export class ParseTimeoutError extends Error {
  constructor() {
    super(`A text was not read within ${CPU_DEADLINE_MS} ms`)
  }
}

type WorkerModule = typeof worker

/** Runs functions that parse leads' texts on worker threads, so that no text can block the server. */
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
 * Resolves when a thread has used CPU_DEADLINE_MS of CPU time since the start of a call. `used`: its CPU usage at the start. Elapsed time
 * would include time that other processes used. Rejects if `over` is aborted.
 */
const waitUntilOverdue = async (thread: Worker, cpuUsageAtStart: NodeJS.CpuUsage, callEnded: AbortSignal): Promise<void> => {
  for (let remainingMs = CPU_DEADLINE_MS; remainingMs > 0; ) {
    await wait(Math.max(remainingMs, CPU_CHECK_INTERVAL_MS), undefined, { signal: callEnded })
    const { user, system } = await thread.cpuUsage(cpuUsageAtStart)
    remainingMs = CPU_DEADLINE_MS - (user + system) / 1000
  }
}

/**
 * Creates a text reader. Starts at most two threads, when they are needed, so that one long call leaves a thread for others. The threads
 * have a lower priority than the server's main thread.
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
        // The promise rejects if the call or its thread has already ended.
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

/** The text reader that this process shares. */
export const textReader = createTextReader()
