import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import '../processes/quick-imports.ts'

/** Request to run one function of the child process's module. */
export interface TaskRequest {
  readonly name: string
  readonly input: unknown
  /** Megabytes of memory that the function may use in addition to the memory in use before. */
  readonly memoryMb: number
}

/**
 * Replies of a child process. `started`: the function starts. `rssMb`: resident memory of the process after the function, in megabytes.
 * `failed`: error message.
 */
export type TaskReply =
  | { readonly started: true }
  | { readonly value: unknown; readonly rssMb: number }
  | { readonly failed: string }

const MB = 1024 * 1024
enableCompileCache(fileURLToPath(new URL('../../../../../node_modules/.cache/prosa-server', import.meta.url)))

// A terminal sends signals to all processes of the group, but only the server may end this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
// A rejected promise that a parser left behind does not affect other tasks.
process.on('unhandledRejection', () => undefined)

const [moduleUrl = ''] = process.argv.slice(2)
const tasks = import(moduleUrl) as Promise<Record<string, (input: unknown) => unknown>>
/** Resident memory in kilobytes above which the watchdog kills this process; 0 while no task runs. */
const memoryLimitKb = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { limitKb: memoryLimitKb, parentPid: process.ppid } }).unref()

async function runTask({ name, input, memoryMb }: TaskRequest): Promise<TaskReply> {
  const functions = await tasks
  process.send?.({ started: true } satisfies TaskReply)
  memoryLimitKb[0] = Math.round((process.memoryUsage.rss() + memoryMb * MB) / 1024)
  try {
    return { value: await functions[name]?.(input), rssMb: process.memoryUsage.rss() / MB }
  } catch (error) {
    return { failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  } finally {
    memoryLimitKb[0] = 0
  }
}

process.on('message', (request: TaskRequest) => {
  void runTask(request).then((reply) => process.send?.(reply))
})
