import { type OggFacts, readOgg } from '@prosa/voice/testing/read-ogg'
import { fileTypeFromBuffer } from 'file-type'

/** A file in a message, by the id that it got. */
export interface SentMedia {
  id: string
  caption?: string
  filename?: string
  voice?: boolean
}

/** What the double does with a file that is brought to it. */
export type UploadPlan = 'accept' | 'accept-then-reset' | 'reset' | { code: number; status?: number }

/** A file that was brought to Meta, as it came. */
export interface Upload {
  id: string
  phoneNumberId: string
  bytes: Buffer
  mimeType: string
  filename: string
  /** What its pages say, of OGG. */
  ogg: OggFacts | null
  at: number
}

/** A file as it was brought, by Meta's table: what it calls itself must be what it is; or the code that it is refused with. */
export async function readUpload(
  body: Buffer,
  contentType: string,
): Promise<Pick<Upload, 'bytes' | 'mimeType' | 'filename' | 'ogg'> | { code: number }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const file = form.get('file')
  if (!(file instanceof File) || form.get('messaging_product') !== 'whatsapp' || form.get('type') !== file.type)
    return { code: 100 }
  const bytes = Buffer.from(await file.arrayBuffer())
  const found = await fileTypeFromBuffer(bytes)
  if (found && found.mime !== file.type) return { code: 131053 }
  const isOgg = file.type.startsWith('audio/ogg')
  const ogg = isOgg ? oggOf(bytes) : null
  // Of OGG Meta takes Opus in one channel only.
  if (isOgg && (ogg?.codec !== 'opus' || ogg.channels !== 1)) return { code: 131053 }
  return { bytes, mimeType: file.type, filename: file.name, ogg }
}

function oggOf(bytes: Buffer): OggFacts | null {
  try {
    return readOgg(bytes)
  } catch {
    return null
  }
}
