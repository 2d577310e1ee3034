import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IsolatedProcess, startIsolatedProcess } from '../../platform/isolated-task/isolated-process.ts'
import type { FileSeed, Inspection } from './file-seeds.ts'
import type { InspectionMeasurement, InspectionRequest } from './measured-inspections.ts'

const INSPECTION_MODULE = new URL('./measured-inspections.ts', import.meta.url)
/** Deadline and memory of the product's tasks; the first task of a process warms it up besides. */
const DEADLINE_MS = 10_000
const WARM_UP_MS = 60_000
const MEMORY_MB = 256
/** Inspections after which a process is replaced, so that its garbage is not taken for what a file costs. */
const MAX_INSPECTIONS_PER_PROCESS = 200

/** Inspects files in the process that the product uses, one after the other. */
export interface FileInspector {
  /** Inspects bytes as a file. @returns what it cost, or in words why the inspection gave no result */
  inspect(bytes: Buffer, inspection: Inspection): Promise<InspectionMeasurement | string>
  /** Starts over in another process, so that a cost that was the process's own is not measured twice. */
  restart(): void
  close(): Promise<void>
}

/** Creates an inspector. `seeds`: files by which each of its processes is warmed up. */
export async function openFileInspector(seeds: readonly FileSeed[]): Promise<FileInspector> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-fuzz-'))
  const path = join(folder, 'bytes')
  const warmUp: InspectionRequest['warmUp'] = await Promise.all(
    seeds.map(async ({ bytes, assemble }, at) => {
      const warmPath = join(folder, `${at}`)
      await writeFile(warmPath, assemble?.(bytes) ?? bytes)
      return warmPath
    }),
  ).then((paths) =>
    seeds.flatMap(({ inspections }, at) => inspections.map((inspection) => ({ path: paths[at] ?? '', inspection }))),
  )
  let used: { process: IsolatedProcess; uses: number } | null = null
  const restart = () => {
    used?.process.kill()
    used = null
  }

  return {
    restart,
    inspect: async (bytes, inspection) => {
      await writeFile(path, bytes)
      if (used && used.uses >= MAX_INSPECTIONS_PER_PROCESS) restart()
      const isFirst = used === null
      used ??= { process: startIsolatedProcess(INSPECTION_MODULE, 0), uses: 0 }
      used.uses += 1
      const input: InspectionRequest = { path, inspection, warmUp }
      const request = { name: 'measure', input, memoryMb: MEMORY_MB }
      const reply = await used.process.call(request, isFirst ? WARM_UP_MS : DEADLINE_MS)
      if ('value' in reply) return reply.value as InspectionMeasurement
      restart()
      return `${reply.reason}: ${reply.detail}`
    },
    close: async () => {
      restart()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
