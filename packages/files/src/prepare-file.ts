import type { SendAs } from '@prosa/contract/entities/message'
import {
  type Content,
  FILE_HEAD_BYTES,
  type FileTerms,
  judgeFile,
  notCarried,
  TEAM_TERMS,
  textHead,
  VOICE_TYPE,
  whyNotOfChannels,
  whyNotOfSize,
} from '@prosa/contract/rules/files'
import { fileTypeFromBlob } from 'file-type'

/**
 * A file ready to be uploaded, or the reason why it is refused. `converts`: `blob` is the original, which is converted before the upload.
 */
export type Prepared = { blob: Blob; name: string; as: SendAs; converts?: true } | { refused: string }

/** Image types that a browser may be able to decode. They are sent as JPEG or PNG. */
const DRAWN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif', 'image/bmp'])
const LONGEST_PX = 2_560
const QUALITIES = [0.9, 0.8, 0.65, 0.5]

/**
 * Prepares a file for sending, depending on its content (MEDIA-04). An image is scaled down and rotated upright, and its metadata is
 * removed (MEDIA-05).
 */
export async function prepareFile(file: File, terms: FileTerms = TEAM_TERMS): Promise<Prepared> {
  const tooLarge = whyNotOfSize(file.size, undefined, terms)
  if (tooLarge !== null) return { refused: tooLarge }
  const content = await contentOf(file)
  if (content.detected && DRAWN.has(content.detected)) return preparePicture(file, content.detected, terms)
  const judged = judgeFile(content, { filename: file.name, size: file.size }, terms)
  if ('refused' in judged) return judged
  const channels = judged.mimeType === VOICE_TYPE ? await channelsOf(file) : null
  const tooMany = whyNotOfChannels(judged.mimeType, channels, terms)
  if (tooMany !== null) return { refused: tooMany }
  return { blob: file.slice(0, file.size, judged.mimeType), name: file.name, as: judged.kind }
}

async function contentOf(file: Blob): Promise<Content> {
  const detected = (await fileTypeFromBlob(file))?.mime ?? null
  return { detected, head: detected ? null : await headOf(file) }
}

/**
 * Returns the MIME type of a file by its content. Returns an empty string if files of this type cannot be sent, or if the content
 * contradicts the name.
 */
export async function typeOf(file: File): Promise<string> {
  const judged = judgeFile(await contentOf(file), { filename: file.name, size: file.size })
  return 'refused' in judged ? '' : judged.mimeType
}

const firstOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer())
const headOf = async (file: Blob): Promise<string | null> => textHead(await firstOf(file))

const OPUS_HEAD = 'OpusHead'
/**
 * Returns the number of channels, which follows the magic string and the version in the Opus header. Returns null if there is no such
 * header.
 */
async function channelsOf(file: Blob): Promise<number | null> {
  const first = await firstOf(file)
  const at = String.fromCharCode(...first).indexOf(OPUS_HEAD)
  return at < 0 ? null : (first[at + OPUS_HEAD.length + 1] ?? null)
}

async function preparePicture(file: File, detected: string, terms: FileTerms): Promise<Prepared> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return { refused: notCarried(file.name, terms) }
  }
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return { refused: notCarried(file.name, terms) }
    const asPng = detected === 'image/png' ? await drawn(canvas, context, picture, 'image/png') : null
    if (asPng && whyNotOfSize(asPng.size, 'image') === null) return named(asPng, file.name, 'png')
    for (const quality of QUALITIES) {
      const blob = await drawn(canvas, context, picture, 'image/jpeg', quality)
      if (blob && whyNotOfSize(blob.size, 'image') === null) return named(blob, file.name, 'jpg')
    }
    return { refused: whyNotOfSize(file.size, 'image') ?? notCarried(file.name, terms) }
  } finally {
    picture.close()
  }
}

const named = (blob: Blob, name: string, ending: string): Prepared => ({
  blob,
  name: `${name.replace(/\.[^.]{1,12}$/, '')}.${ending}`,
  as: 'image',
})

function drawn(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  type: string,
  quality?: number,
): Promise<Blob | null> {
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (type === 'image/jpeg') {
    // JPEG has no transparency: without a background, transparent pixels would be black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
