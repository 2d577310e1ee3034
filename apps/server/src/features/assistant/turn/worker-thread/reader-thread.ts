import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import '../../../../platform/processes/quick-imports.ts'

/** A function call for the worker thread: name of a function exported by the worker module, and its arguments. */
interface ThreadCall {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

enableCompileCache(fileURLToPath(new URL('../../../../../../../node_modules/.cache/prosa-server', import.meta.url)))
const { file } = workerData as { file: string }
const workerFunctions = (await import(file)) as Record<string, (...args: readonly unknown[]) => unknown>

/** Message that the worker thread sends when it starts a call: the call's id, the thread's id, and the thread's CPU usage so far. */
export interface CallStart {
  readonly id: number
  readonly threadId: number
  readonly cpuUsage: NodeJS.CpuUsage
}

/** Runs a function call on the worker thread. First reports its start to the main thread, because the time limit counts from then. */
export default ({ id, name, args }: ThreadCall): unknown => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage({ id, threadId, cpuUsage: process.threadCpuUsage() } satisfies CallStart)
  return workerFunctions[name]?.(...args)
}
