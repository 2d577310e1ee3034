import { createFairQueue } from '../concurrency/fair-queue.ts'
import { type IsolatedProcess, startIsolatedProcess } from './isolated-process.ts'
import { IsolatedTaskError } from './isolated-task-error.ts'

/** Default duration limit of one task in milliseconds (2-agents.md, section 5). */
const DEFAULT_DEADLINE_MS = 10_000
/** Default limit in megabytes of the memory that a task may use in addition to the memory of its process. */
const DEFAULT_MEMORY_MB = 256
/** Milliseconds after which an idle process is killed. */
const IDLE_TIMEOUT_MS = 30_000
/** Maximum resident memory in megabytes of a process that is reused. A larger process is killed after its task. */
const MAX_IDLE_PROCESS_MB = 160

export interface IsolatedTaskLimits {
  readonly deadlineMs?: number
  readonly memoryMb?: number
}

interface RunOptions extends IsolatedTaskLimits {
  /** Tasks with the same key (organisation) run one after the other, so that one organisation cannot occupy all processes. */
  readonly key?: string
  /** Aborting the signal rejects a task that has not started. A running task is not interrupted. */
  readonly signal?: AbortSignal
}

type TaskFunction = (input: never) => unknown
type InputOf<Task> = Task extends TaskFunction ? Parameters<Task>[0] : never
type ResultOf<Task> = Task extends TaskFunction ? Awaited<ReturnType<Task>> : never

/** Functions of one module that run in child processes. */
export interface IsolatedTasks<Tasks> {
  /**
   * Runs a function of the module in a child process. Input and result are copied between the processes.
   * @throws IsolatedTaskError if the function throws, exceeds a limit, or crashes its process
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    options?: RunOptions,
  ): Promise<ResultOf<Tasks[Name]>>
  /** Starts a process in advance, so that an expected task need not wait for it. */
  warmUp(): void
}

/**
 * Creates a pool of child processes that run a module's functions on untrusted bytes. A process is reused while its tasks succeed. Pass
 * large inputs as a file path: sending 20 MB blocks for half a second.
 * @param processes maximum number of tasks that run at the same time
 * @param niceness from 0 to 19: a higher value means a lower priority
 */
export function createIsolatedTasks<Tasks>(
  module: URL,
  { processes, niceness = 0, ...limits }: IsolatedTaskLimits & { processes: number; niceness?: number },
): IsolatedTasks<Tasks> {
  const queue = createFairQueue(processes)
  const idleProcesses: { process: IsolatedProcess; timer: NodeJS.Timeout }[] = []

  function acquireIdleProcess(): IsolatedProcess | null {
    for (let entry = idleProcesses.pop(); entry; entry = idleProcesses.pop()) {
      clearTimeout(entry.timer)
      if (entry.process.isAlive()) return entry.process
    }
    return null
  }

  function releaseProcess(process: IsolatedProcess): void {
    const entry = {
      process,
      timer: setTimeout(() => {
        idleProcesses.splice(idleProcesses.indexOf(entry), 1)
        process.kill()
      }, IDLE_TIMEOUT_MS).unref(),
    }
    idleProcesses.push(entry)
  }

  async function runNow(name: string, input: unknown, limits: Required<IsolatedTaskLimits>): Promise<unknown> {
    const { deadlineMs, memoryMb } = limits
    const reused = acquireIdleProcess()
    const process = reused ?? startIsolatedProcess(module, niceness)
    const reply = await process.call({ name, input, memoryMb }, deadlineMs)
    // A reused process may have crashed while it was idle, so the task is repeated in a new process.
    if (reused && 'reason' in reply && reply.reason === 'crash') return runNow(name, input, limits)
    if ('value' in reply && reply.rssMb <= MAX_IDLE_PROCESS_MB) releaseProcess(process)
    else process.kill()
    if ('value' in reply) return reply.value
    throw new IsolatedTaskError(name, reply.reason, reply.detail)
  }

  return {
    warmUp: () => {
      if (idleProcesses.length === 0 && queue.isIdle()) releaseProcess(startIsolatedProcess(module, niceness))
    },
    run: async (name, input, { key, signal, ...ownLimits } = {}) => {
      const effectiveLimits = { deadlineMs: DEFAULT_DEADLINE_MS, memoryMb: DEFAULT_MEMORY_MB, ...limits, ...ownLimits }
      const waitingSignal = signalWhileWaiting(signal)
      const task = () => {
        waitingSignal.end()
        return runNow(name, input, effectiveLimits)
      }
      return (await queue.add(key, task, { signal: waitingSignal.signal })) as ResultOf<Tasks[typeof name]>
    },
  }
}

/**
 * Returns a signal that follows `signal` until `end` is called at the start of the task. Later, an abort would make the queue start the
 * next task while this one is still running.
 */
function signalWhileWaiting(signal?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const abort = new AbortController()
  const onAbort = () => abort.abort(signal?.reason)
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  return { signal: abort.signal, end: () => signal?.removeEventListener('abort', onAbort) }
}
