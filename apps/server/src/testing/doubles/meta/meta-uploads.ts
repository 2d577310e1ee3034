import { type OggProperties, readOgg } from '@prosa/voice/testing/read-ogg'
import { fileTypeFromBuffer } from 'file-type'

/** A file in a message, by its uploaded id. */
export interface SentMedia {
  id: string
  caption?: string
  filename?: string
  voice?: boolean
}

/** The double's response to an upload. */
export type MetaUploadOutcome = 'accept' | 'accept-then-reset' | 'reset' | { code: number; status?: number }

/** An uploaded file, as received. */
export interface MetaUpload {
  id: string
  phoneNumberId: string
  bytes: Buffer
  mimeType: string
  filename: string
  /** Facts from the pages of an OGG file; null for other formats. */
  ogg: OggProperties | null
  at: number
}

/**
 * Parses an uploaded file and checks by Meta's table that its content matches its declared type. Returns the file, or the code with which
 * it is refused.
 */
export async function parseMediaUpload(
  body: Buffer,
  contentType: string,
): Promise<Pick<MetaUpload, 'bytes' | 'mimeType' | 'filename' | 'ogg'> | { code: number }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const file = form.get('file')
  if (!(file instanceof File) || form.get('messaging_product') !== 'whatsapp' || form.get('type') !== file.type)
    return { code: 100 }
  const bytes = Buffer.from(await file.arrayBuffer())
  const found = await fileTypeFromBuffer(bytes)
  if (found && found.mime !== file.type) return { code: 131053 }
  const isOgg = file.type.startsWith('audio/ogg')
  const ogg = isOgg ? parseOgg(bytes) : null
  // For OGG, Meta accepts only Opus with one channel.
  if (isOgg && (ogg?.codec !== 'opus' || ogg.channels !== 1)) return { code: 131053 }
  return { bytes, mimeType: file.type, filename: file.name, ogg }
}

function parseOgg(bytes: Buffer): OggProperties | null {
  try {
    return readOgg(bytes)
  } catch {
    return null
  }
}
