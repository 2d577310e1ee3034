import { Worker } from 'node:worker_threads'
import * as fileTasks from '../../features/files/isolated/file-tasks.ts'
import * as knowledgeTasks from '../../features/knowledge/parsing/documents/knowledge-tasks.ts'
import type { Inspection } from './file-seeds.ts'

/*
 * Loaded by a process of `platform/isolated-task`, as the modules of the product that it calls: measures what a reader costs where it runs.
 */

/** An inspection of a file on this machine's disk. `warmUp`: files that are inspected before the process measures its first one. */
export interface InspectionRequest {
  readonly path: string
  readonly inspection: Inspection
  readonly warmUp: readonly { readonly path: string; readonly inspection: Inspection }[]
}

/** Cost of an inspection: processor time in milliseconds, and megabytes that the process grew by meanwhile. */
export interface InspectionMeasurement {
  readonly outcome: { readonly value: unknown } | { readonly failed: string }
  readonly cpuMs: number
  readonly peakMb: number
}

const tasksByName = new Map(Object.entries(fileTasks))

/** Inspections of each file after which the code of its reader is compiled. */
const WARM_UP_ROUNDS = 4

const peakKb = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
let isWarm = false

async function runInspection(path: string, { task, ...given }: Inspection): Promise<InspectionMeasurement['outcome']> {
  try {
    const value =
      task === 'readDocument'
        ? await knowledgeTasks.readDocument({ format: 'txt', contentKind: 'file', ...given, path })
        : await tasksByName.get(task)?.(path)
    // A picture's bytes are of no interest here, and would be copied.
    return { value: value instanceof Uint8Array ? value.length : value }
  } catch (error) {
    return { failed: String(error) }
  }
}

async function warmUpReaders(files: InspectionRequest['warmUp']): Promise<void> {
  new Worker(new URL('./peak-memory-worker.ts', import.meta.url), { workerData: { peakKb } }).unref()
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    for (const { path, inspection } of files) await runInspection(path, inspection)
}

/** Inspects a file as the product does, and measures it. Never rejects. */
export async function measure({ path, inspection, warmUp }: InspectionRequest): Promise<InspectionMeasurement> {
  if (!isWarm) await warmUpReaders(warmUp)
  isWarm = true
  const startKb = process.memoryUsage.rss() / 1024
  peakKb[0] = 0
  const startCpu = process.cpuUsage()
  const outcome = await runInspection(path, inspection)
  const { user, system } = process.cpuUsage(startCpu)
  const endKb = process.memoryUsage.rss() / 1024
  return {
    outcome,
    cpuMs: (user + system) / 1_000,
    peakMb: (Math.max(peakKb[0] ?? 0, endKb) - startKb) / 1024,
  }
}
