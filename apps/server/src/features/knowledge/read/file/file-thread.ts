import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import '../../../../kernel/quick-imports.ts'
import type { Given } from './read-bytes.ts'

enableCompileCache(fileURLToPath(new URL('../../../../../../../node_modules/.cache/prosa-server', import.meta.url)))
const { readBytes } = await import('./read-bytes.ts')
const { UnreadableSource } = await import('../passage.ts')

/** What a thread tells of the one file that it was started with. */
export type Told = { read: Awaited<ReturnType<typeof readBytes>> } | { unreadable: string } | { broken: string }

const tell = (told: Told): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage(told)
}

try {
  tell({ read: await readBytes(workerData as Given) })
} catch (error) {
  if (error instanceof UnreadableSource) tell({ unreadable: error.message })
  else tell({ broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
