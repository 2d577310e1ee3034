import { readlinkSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import '../../../../kernel/quick-imports.ts'
import type { Given } from './read-bytes.ts'

enableCompileCache(fileURLToPath(new URL('../../../../../../../node_modules/.cache/prosa-server', import.meta.url)))
const { readBytes } = await import('./read-bytes.ts')
const { UnreadableSource } = await import('../passage.ts')

/** Whoever waits for an answer goes before whoever waits for a file. */
const BEHIND = 5

/** What a thread tells of the one file that it was started with. */
export type Told = { read: Awaited<ReturnType<typeof readBytes>> } | { unreadable: string } | { broken: string }

/** A thread's number on Linux; elsewhere it reads at the pace of all others. */
function stepBack(): void {
  try {
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(own, BEHIND)
  } catch {
    // Not there, or not allowed: no reason not to read.
  }
}

const tell = (told: Told): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origins
  parentPort?.postMessage(told)
}

const given = workerData as Given
if (given.isBehind) stepBack()
try {
  tell({ read: await readBytes(given) })
} catch (error) {
  if (error instanceof UnreadableSource) tell({ unreadable: error.message })
  else tell({ broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
