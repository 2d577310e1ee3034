import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { TaskReply, TaskRequest } from './child-main.ts'
import type { IsolatedTaskFailure } from './isolated-task-error.ts'

/**
 * Maximum V8 heap of the child process in megabytes. Higher than any task's memory limit, so that the watchdog kills the process before V8
 * aborts it.
 */
const MAX_HEAP_MB = 512
/** Milliseconds in which a child process must load its module. Separate from the task's deadline, because loading may be slow. */
const START_TIMEOUT_MS = 30_000
/** Signals that end a process with too much memory: SIGUSR2 from the watchdog, the others from V8. */
const OUT_OF_MEMORY_SIGNALS: readonly (NodeJS.Signals | null)[] = ['SIGUSR2', 'SIGABRT', 'SIGTRAP']

type TaskOutcome = { value: unknown; rssMb: number } | { reason: IsolatedTaskFailure; detail: string }

/** A child process that runs functions of one module, one at a time. */
export interface IsolatedProcess {
  isAlive(): boolean
  /**
   * Runs a function in the child process and returns its outcome; never rejects. The deadline starts when the function starts. After a
   * failure, the caller must kill the process.
   */
  call(request: TaskRequest, deadlineMs: number): Promise<TaskOutcome>
  kill(): void
}

const toFailureOutcome = ({ failed }: { failed: string }): TaskOutcome => ({ reason: 'error', detail: failed })

/**
 * Starts a child process with an empty environment, without a terminal, and without permission to write files or start programs.
 * @param niceness from 0 to 19: a higher value gives the process a lower priority
 */
export function startIsolatedProcess(module: URL, niceness: number): IsolatedProcess {
  const child = fork(fileURLToPath(new URL('./child-main.ts', import.meta.url)), [module.href], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--permission', '--allow-fs-read=*', '--allow-addons', '--allow-worker'],
    serialization: 'advanced',
    // The output of parsers is discarded, because it may contain a file's content, which must not be logged.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The event 'exit' reports failures too.
  child.on('error', () => undefined)
  if (child.pid !== undefined && niceness > 0) trySetPriority(child.pid, niceness)
  const setKeepAlive = (isNeeded: boolean) => {
    const refMethod = isNeeded ? 'ref' : 'unref'
    child[refMethod]()
    child.channel?.[refMethod]()
  }
  setKeepAlive(false)
  const isAlive = () => child.exitCode === null && child.signalCode === null && child.connected
  return {
    isAlive,
    kill: () => void child.kill('SIGKILL'),
    call: (request, deadlineMs) => {
      const { promise, resolve } = Promise.withResolvers<TaskOutcome>()
      const startTimeout = (ms: number) => setTimeout(() => resolve({ reason: 'deadline', detail: `${ms} ms` }), ms)
      let timer = startTimeout(START_TIMEOUT_MS)
      const onMessage = (message: unknown) => {
        const reply = message as TaskReply
        if ('started' in reply) {
          clearTimeout(timer)
          timer = startTimeout(deadlineMs)
        } else resolve('failed' in reply ? toFailureOutcome(reply) : reply)
      }
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        resolve({ reason: OUT_OF_MEMORY_SIGNALS.includes(signal) ? 'memory' : 'crash', detail: `exit ${signal ?? code}` })
      child.on('message', onMessage).on('exit', onExit)
      setKeepAlive(true)
      if (isAlive()) child.send(request, (error) => error && resolve({ reason: 'crash', detail: error.message }))
      else resolve({ reason: 'crash', detail: 'the process did not start' })
      return promise.finally(() => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        setKeepAlive(false)
      })
    },
  }
}

function trySetPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process may have ended, or the priority may not be changed here.
  }
}
