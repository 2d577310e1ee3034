import { createHash } from 'node:crypto'
import { fileKind } from '@prosa/contract/entities/files/file'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { files, media } from '../../platform/database/schema/conversations/files.ts'
import type { Deps } from '../../platform/deps.ts'
import { createDemoPdf } from './demo-pdf.ts'
import { createDemoPng } from './demo-png.ts'
import { createSilentVoiceNote } from './silent-voice-note.ts'

const FILE_CREATORS: Readonly<Record<string, (text: string) => Buffer>> = {
  image: createDemoPng,
  audio: () => createSilentVoiceNote(),
  document: createDemoPdf,
}

/** Creates the file of a demo message. Returns null for message types without a file. */
export const createDemoFile = (type: string, text: string): Buffer | null => FILE_CREATORS[type]?.(text) ?? null

export interface StoredDemoFile {
  readonly messageId: string
  readonly kind: string
  readonly mimeType: string | null
  readonly filename: string | null
  readonly bytes: Buffer
}

/** Stores the files of demo messages as if leads had sent them. */
export async function storeDemoFiles(
  tx: Tx,
  { fileStore, clock }: Pick<Deps, 'fileStore' | 'clock'>,
  tenantId: string,
  demoFiles: readonly StoredDemoFile[],
): Promise<void> {
  for (const { bytes, messageId, kind, mimeType, filename } of demoFiles) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await fileStore.put(tenantId, sha256, bytes)
    const file = { tenantId, kind: fileKind.parse(kind), filename, size: bytes.length, createdAt: clock.now() }
    const id = uuid()
    const type = mimeType ?? 'application/octet-stream'
    await tx.db
      .insert(files)
      .values({ ...file, id, origin: 'channel', sha256, storedAs: sha256, mimeType: type, state: 'stored' })
    await tx.db.insert(media).values({ ...file, messageId, fileId: id, mimeType, state: 'stored' })
  }
}
