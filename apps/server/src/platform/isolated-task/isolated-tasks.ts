import { createFairQueue } from '../concurrency/fair-queue.ts'
import { type IsolatedProcess, startIsolatedProcess } from './isolated-process.ts'
import { IsolatedTaskError } from './isolated-task-error.ts'

/**
 * Default limits of one task: duration in milliseconds, and memory in megabytes that it may add to its process (2-agents.md, section 5).
 */
const DEFAULT_DEADLINE_MS = 10_000
const DEFAULT_MEMORY_MB = 256
/** Milliseconds after which an idle process is killed. */
const IDLE_TIMEOUT_MS = 30_000
/** Maximum resident memory in megabytes of a process that is reused, so that its garbage does not count for the next task. */
const MAX_IDLE_PROCESS_MB = 160

export interface IsolatedTaskLimits {
  readonly deadlineMs?: number
  readonly memoryMb?: number
}

interface RunOptions extends IsolatedTaskLimits {
  /** Tasks with the same key run one after the other, so that one organisation cannot occupy all processes. */
  readonly key?: string
  /** If it is aborted before the task has begun, `run` rejects with its reason. */
  readonly signal?: AbortSignal
}

type TaskFunction = (input: never) => unknown
type InputOf<Task> = Task extends TaskFunction ? Parameters<Task>[0] : never
type ResultOf<Task> = Task extends TaskFunction ? Awaited<ReturnType<Task>> : never

/** Functions of one module that are called in child processes. */
export interface IsolatedTasks<Tasks> {
  /**
   * Calls a function of the module in another process. Input and result are copied.
   * @throws IsolatedTaskError if the function throws, exceeds a limit, or crashes its process
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    options?: RunOptions,
  ): Promise<ResultOf<Tasks[Name]>>
  /** Starts a process if none is idle or busy, so that a task that is expected soon need not wait for the start. */
  prepare(): void
}

/**
 * Creates a pool of child processes that call the functions of a module with untrusted bytes. A process starts when it is first needed, is
 * reused while its tasks succeed, and is killed after any failure. Pass large inputs as the path of a file: sending 20 MB blocks for half a
 * second.
 * @param processes maximum number of tasks that run at the same time
 * @param niceness from 0 to 19: a higher value gives the processes a lower priority
 */
export function createIsolatedTasks<Tasks>(
  module: URL,
  { processes, niceness = 0, ...limits }: IsolatedTaskLimits & { processes: number; niceness?: number },
): IsolatedTasks<Tasks> {
  const queue = createFairQueue(processes)
  const idle: { process: IsolatedProcess; timer: NodeJS.Timeout }[] = []

  function takeIdleProcess(): IsolatedProcess | null {
    for (let free = idle.pop(); free; free = idle.pop()) {
      clearTimeout(free.timer)
      if (free.process.isAlive()) return free.process
    }
    return null
  }

  function releaseProcess(process: IsolatedProcess): void {
    const entry = {
      process,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1)
        process.kill()
      }, IDLE_TIMEOUT_MS).unref(),
    }
    idle.push(entry)
  }

  async function runNow(name: string, input: unknown, limits: Required<IsolatedTaskLimits>): Promise<unknown> {
    const { deadlineMs, memoryMb } = limits
    const reused = takeIdleProcess()
    const process = reused ?? startIsolatedProcess(module, niceness)
    const reply = await process.call({ name, input, memoryMb }, deadlineMs)
    // The reused process may have ended for another reason while it was idle.
    if (reused && 'reason' in reply && reply.reason === 'crash') return runNow(name, input, limits)
    if ('value' in reply && reply.rssMb <= MAX_IDLE_PROCESS_MB) releaseProcess(process)
    else process.kill()
    if ('value' in reply) return reply.value
    throw new IsolatedTaskError(name, reply.reason, reply.detail)
  }

  return {
    prepare: () => {
      if (idle.length === 0 && queue.isIdle()) releaseProcess(startIsolatedProcess(module, niceness))
    },
    run: async (name, input, { key, signal, ...own } = {}) => {
      const merged = { deadlineMs: DEFAULT_DEADLINE_MS, memoryMb: DEFAULT_MEMORY_MB, ...limits, ...own }
      const waiting = signalWhileWaiting(signal)
      const task = () => {
        waiting.end()
        return runNow(name, input, merged)
      }
      return (await queue.add(key, task, { signal: waiting.signal })) as ResultOf<Tasks[typeof name]>
    },
  }
}

/**
 * Returns a signal that follows another one until `end` is called. Aborted later, the queue would abandon the running task and start the
 * next one beside it.
 */
function signalWhileWaiting(signal?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const waiting = new AbortController()
  const onAbort = () => waiting.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return { signal: waiting.signal, end: () => signal?.removeEventListener('abort', onAbort) }
}
