import { ACCEPTED_MIME_TYPES, classifyFile } from '@prosa/contract/rules/files/accepted-files'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileMetadata } from '../../features/files/isolated/file-tasks.ts'
import { type FileInspector, openFileInspector } from './file-inspector.ts'
import { createFileSeeds, type FileSeed, type Inspection } from './file-seeds.ts'
import type { InspectionMeasurement } from './measured-inspections.ts'
import { mutateBytes, mutationRecipes } from './mutate-bytes.ts'

/** Mutations of each file; `npm run test:fuzz` makes many. */
const MUTATIONS_PER_FILE = Number(process.env.FUZZ_RUNS ?? 10)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** Processor time in milliseconds and memory in megabytes that an inspection may take. */
const [MAX_CPU_MS, MAX_MEMORY_MB] = [200, 100]
/** Inspections of a costly file, each in a new process: what the least of them cost is the file's own. */
const MAX_MEASUREMENTS = 3

const seeds = await createFileSeeds()
let inspector: FileInspector
beforeAll(async () => {
  inspector = await openFileInspector(seeds)
})
afterAll(() => inspector.close())

const formatCosts = ({ cpuMs, peakMb }: InspectionMeasurement): string =>
  `${Math.round(cpuMs)} ms of processor, ${Math.round(peakMb)} MB`

/** Inspects bytes within the limits. @throws in words if they cost more each time */
async function inspectWithinLimits(bytes: Buffer, inspection: Inspection): Promise<InspectionMeasurement['outcome']> {
  const seen: string[] = []
  for (let look = 0; look < MAX_MEASUREMENTS; look += 1) {
    if (look > 0) inspector.restart()
    const measured = await inspector.inspect(bytes, inspection)
    if (typeof measured !== 'string' && measured.cpuMs <= MAX_CPU_MS && measured.peakMb <= MAX_MEMORY_MB) return measured.outcome
    seen.push(typeof measured === 'string' ? measured : formatCosts(measured))
  }
  throw new Error(`${JSON.stringify(inspection)} of ${bytes.length} bytes: ${seen.join('; ')}`)
}

const assembleFile = ({ assemble }: FileSeed, bytes: Buffer): Buffer => assemble?.(bytes) ?? bytes
const namedSeeds = seeds.map((seed) => [seed.name, seed] as const)

describe('a file as people send it', () => {
  it('MEDIA-04 is there of every type that is accepted', async () => {
    const types = new Set<string>()
    for (const seed of seeds) {
      const bytes = assembleFile(seed, seed.bytes)
      const outcome = await inspectWithinLimits(bytes, { task: 'inspectFile' })
      if (!('value' in outcome)) throw new Error(outcome.failed)
      const judged = classifyFile(outcome.value as FileMetadata, { filename: seed.name, size: bytes.length })
      if ('mimeType' in judged) types.add(judged.mimeType)
    }
    expect([...types].toSorted()).toEqual([...ACCEPTED_MIME_TYPES].toSorted())
  })

  it.each(namedSeeds)('%s is read', async (_, seed) => {
    for (const inspection of seed.inspections) {
      const outcome = await inspectWithinLimits(assembleFile(seed, seed.bytes), inspection)
      expect(outcome).toMatchObject({ value: inspection.task === 'readDocument' ? { read: {} } : expect.anything() })
    }
  })
})

describe('bytes that have changed on their way', () => {
  it.each(namedSeeds)(
    'MEDIA-04 %s takes no more than 200 ms and 100 MB, whatever is in it',
    { timeout: Math.max(60_000, MUTATIONS_PER_FILE * 5_000) },
    async (_, seed) => {
      const details = await fc.check(
        fc.asyncProperty(mutationRecipes, async (recipe) => {
          const bytes = assembleFile(seed, mutateBytes(seed.bytes, recipe))
          for (const inspection of seed.inspections) await inspectWithinLimits(bytes, inspection)
        }),
        { numRuns: MUTATIONS_PER_FILE, seed: SEED, endOnFailure: true },
      )
      expect(details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details)}` : null).toBeNull()
    },
  )
})
