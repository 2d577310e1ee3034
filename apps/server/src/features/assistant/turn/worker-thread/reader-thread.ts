import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import '../../../../platform/processes/quick-imports.ts'

/** Function call for the worker thread. `name`: function that the worker module exports. */
interface ThreadCall {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

enableCompileCache(fileURLToPath(new URL('../../../../../../../node_modules/.cache/prosa-server', import.meta.url)))
const { file } = workerData as { file: string }
const workerFunctions = (await import(file)) as Record<string, (...args: readonly unknown[]) => unknown>

/** Message of the worker thread at the start of a call. `cpuUsage`: CPU usage of the thread so far. */
export interface CallStart {
  readonly id: number
  readonly threadId: number
  readonly cpuUsage: NodeJS.CpuUsage
}

/** Runs a function call on the worker thread. First reports the start, because the time limit counts from then. */
export default ({ id, name, args }: ThreadCall): unknown => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage({ id, threadId, cpuUsage: process.threadCpuUsage() } satisfies CallStart)
  return workerFunctions[name]?.(...args)
}
