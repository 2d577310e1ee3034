import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import '../../../kernel/quick-imports.ts'

/** One piece of work for the thread: a function of the file that it was started with, and what to call it with. */
interface Task {
  readonly id: number
  readonly name: string
  readonly given: readonly unknown[]
}

enableCompileCache(fileURLToPath(new URL('../../../../../../node_modules/.cache/prosa-server', import.meta.url)))
const { file } = workerData as { file: string }
const works = (await import(file)) as Record<string, (...given: readonly unknown[]) => unknown>

/** What the thread tells when it begins: of which work, who it is, and the processor time that it had used by then, in microseconds. */
export interface Begun {
  readonly id: number
  readonly threadId: number
  readonly used: NodeJS.CpuUsage
}

/** Tells that it begins, from when on the deadline counts, and does it. */
export default ({ id, name, given }: Task): unknown => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage({ id, threadId, used: process.threadCpuUsage() } satisfies Begun)
  return works[name]?.(...given)
}
