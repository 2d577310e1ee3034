import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type ReadSource, UnreadableSource } from '../passage.ts'
import type { Told } from './file-thread.ts'
import type { Given } from './read-bytes.ts'
import { TOO_MUCH } from './unpacked.ts'

/** How long a file may take, in milliseconds, and what its thread may hold, in megabytes (2-agents.md, section 5). */
const MOST_MS = 10_000
const MOST_MB = 256
/** How often a thread's memory is looked at: what lies outside of its heap no limit of its own counts. */
const LOOK_MS = 100
const MB = 1024 * 1024

const TOO_SLOW = 'Este arquivo demora demais para ler. Divida-o em partes menores.'
const BROKEN = 'Não foi possível ler este arquivo: ele parece estar danificado.'

/** Ends with a thread that holds more than it may. */
async function watch(thread: Worker, mostMb: number, signal: AbortSignal): Promise<Told | null> {
  while (!signal.aborted) {
    // One that is only beginning, or has ended, has none to tell.
    const held = await thread.getHeapStatistics().catch(() => null)
    if (held && held.used_heap_size + held.external_memory > mostMb * MB) return { unreadable: TOO_MUCH }
    await once(AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]), 'abort')
  }
  return null
}

const isOutOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'

async function heardOf(thread: Worker, signal: AbortSignal): Promise<Told> {
  try {
    const [told] = (await once(thread, 'message', { signal })) as [Told]
    return told
  } catch (error) {
    if (isOutOfMemory(error)) return { unreadable: TOO_MUCH }
    if (signal.aborted) return { unreadable: TOO_SLOW }
    throw error
  }
}

/**
 * Reads bytes that a stranger may have made, in a thread of its own that ends with them: whatever they hold, nothing else waits for it.
 *
 * @param broken told what a reader said of bytes that it could not read
 * @throws UnreadableSource in words when it takes over 10 s or 256 MB, or cannot be read
 */
export async function readApart(
  given: Given,
  broken: (why: string) => void,
  { mostMs = MOST_MS, mostMb = MOST_MB } = {},
): Promise<ReadSource> {
  const thread = new Worker(new URL('./file-thread.ts', import.meta.url), {
    workerData: given,
    transferList: [given.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    // What a reader says of a file is nobody's log.
    stdout: true,
    stderr: true,
  })
  const done = new AbortController()
  try {
    const late = AbortSignal.timeout(mostMs)
    const watched = watch(thread, mostMb, AbortSignal.any([done.signal, late])).then(
      (told) => told ?? new Promise<Told>(() => undefined),
    )
    const told = await Promise.race([heardOf(thread, late), watched])
    if ('read' in told) return told.read
    if ('broken' in told) broken(told.broken)
    throw new UnreadableSource('unreadable' in told ? told.unreadable : BROKEN)
  } finally {
    done.abort()
    await thread.terminate()
  }
}
