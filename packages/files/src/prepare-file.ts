import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import {
  classifyFile,
  decodeTextHead,
  FILE_HEAD_BYTES,
  type FileContent,
  type FileLimits,
  formatUnsupportedFileError,
  getAudioChannelsError,
  getFileSizeError,
  TEAM_FILE_LIMITS,
  VOICE_MIME_TYPE,
} from '@prosa/contract/rules/files/accepted-files'
import { fileTypeFromBlob } from 'file-type'

/**
 * Result of preparing a file: the file to upload, or the error message why it cannot be sent (`refused`). With `needsConversion`, `blob` is
 * the original video and must be converted before the upload.
 */
export type PreparedFile = { blob: Blob; name: string; mediaType: SentMediaType; needsConversion?: true } | { refused: string }

/** Image types that a browser may be able to decode. Images of these types are re-encoded and sent as JPEG or PNG. */
const REENCODED_IMAGE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/bmp',
])
const MAX_IMAGE_SIDE_PX = 2_560
const JPEG_QUALITIES = [0.9, 0.8, 0.65, 0.5]

/**
 * Prepares a file for upload, according to the type of its content (MEDIA-04). Images are scaled down and rotated upright, and their
 * metadata is removed (MEDIA-05).
 * @param limits size limits of the channel through which the file is sent
 */
export async function prepareFile(file: File, limits: FileLimits = TEAM_FILE_LIMITS): Promise<PreparedFile> {
  const sizeError = getFileSizeError(file.size, undefined, limits)
  if (sizeError !== null) return { refused: sizeError }
  const content = await inspectContent(file)
  if (content.detected && REENCODED_IMAGE_TYPES.has(content.detected)) return prepareImage(file, content.detected, limits)
  const classified = classifyFile(content, { filename: file.name, size: file.size }, limits)
  if ('refused' in classified) return classified
  const channels = classified.mimeType === VOICE_MIME_TYPE ? await readOpusChannels(file) : null
  const channelsError = getAudioChannelsError(classified.mimeType, channels, limits)
  if (channelsError !== null) return { refused: channelsError }
  return { blob: file.slice(0, file.size, classified.mimeType), name: file.name, mediaType: classified.kind }
}

async function inspectContent(file: Blob): Promise<FileContent> {
  const detected = (await fileTypeFromBlob(file))?.mime ?? null
  return { detected, head: detected ? null : await readTextHead(file) }
}

/**
 * Detects the MIME type of a file from its content. Returns '' if files of this type cannot be sent, or if the content does not match the
 * filename.
 */
export async function detectMimeType(file: File): Promise<string> {
  const classified = classifyFile(await inspectContent(file), { filename: file.name, size: file.size })
  return 'refused' in classified ? '' : classified.mimeType
}

const readFirstBytes = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer())
const readTextHead = async (file: Blob): Promise<string | null> => decodeTextHead(await readFirstBytes(file))

const OPUS_MAGIC = 'OpusHead'
/**
 * Returns the number of audio channels from the Opus header of a file, or null if the file has no Opus header. In the header, the magic
 * string is followed by one version byte and then by the number of channels.
 */
async function readOpusChannels(file: Blob): Promise<number | null> {
  const first = await readFirstBytes(file)
  const offset = String.fromCharCode(...first).indexOf(OPUS_MAGIC)
  return offset < 0 ? null : (first[offset + OPUS_MAGIC.length + 1] ?? null)
}

async function prepareImage(file: File, detected: string, limits: FileLimits): Promise<PreparedFile> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return { refused: formatUnsupportedFileError(file.name, limits) }
  }
  try {
    const scale = Math.min(1, MAX_IMAGE_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return { refused: formatUnsupportedFileError(file.name, limits) }
    const asPng = detected === 'image/png' ? await encodeImage(canvas, context, bitmap, 'image/png') : null
    if (asPng && getFileSizeError(asPng.size, 'image') === null) return toPreparedImage(asPng, file.name, 'png')
    for (const quality of JPEG_QUALITIES) {
      const blob = await encodeImage(canvas, context, bitmap, 'image/jpeg', quality)
      if (blob && getFileSizeError(blob.size, 'image') === null) return toPreparedImage(blob, file.name, 'jpg')
    }
    return { refused: getFileSizeError(file.size, 'image') ?? formatUnsupportedFileError(file.name, limits) }
  } finally {
    bitmap.close()
  }
}

const toPreparedImage = (blob: Blob, name: string, extension: string): PreparedFile => ({
  blob,
  name: `${name.replace(/\.[^.]{1,12}$/, '')}.${extension}`,
  mediaType: 'image',
})

function encodeImage(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  bitmap: ImageBitmap,
  type: string,
  quality?: number,
): Promise<Blob | null> {
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (type === 'image/jpeg') {
    // Draws a white background, because JPEG has no transparency and would show transparent pixels as black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
