import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaFolder } from '../../features/channels/whatsapp/media-files.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { media } from '../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../kernel/deps.ts'
import { demoVoice } from './opus.ts'
import { demoDocument } from './pdf.ts'
import { demoPicture } from './png.ts'

const VOICE_SECONDS = 6

const MAKERS: Readonly<Record<string, (text: string) => Buffer>> = {
  image: demoPicture,
  audio: () => demoVoice(VOICE_SECONDS),
  document: demoDocument,
}

/** The file behind a message of the demo; null for one that carries none. */
export const demoFile = (type: string, text: string): Buffer | null => MAKERS[type]?.(text) ?? null

/** The demo has no number on WhatsApp: its files came over none. */
const NO_NUMBER = '00000000-0000-0000-0000-000000000000'

export interface KeptFile {
  readonly messageId: string
  readonly kind: string
  readonly mimeType: string | null
  readonly filename: string | null
  readonly bytes: Buffer
}

/** Puts files where the media route finds those of leads. */
export async function keepFiles(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  tenantId: string,
  files: readonly KeptFile[],
): Promise<void> {
  if (files.length === 0) return
  const folder = mediaFolder(deps, tenantId)
  await mkdir(folder, { recursive: true })
  for (const { bytes, ...file } of files) {
    await writeFile(join(folder, file.messageId), bytes)
    await tx.db.insert(media).values({
      ...file,
      tenantId,
      numberId: NO_NUMBER,
      providerId: 'demo',
      size: bytes.length,
      state: 'stored',
      createdAt: deps.clock.now(),
    })
  }
}
