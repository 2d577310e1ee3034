import { open } from 'node:fs/promises'
import { type Content, FILE_HEAD_BYTES, textHead } from '@prosa/contract/rules/files'
import { fileTypeFromFile } from 'file-type'
import { type AudioFacts, NO_AUDIO_FACTS } from './audio-facts.ts'

/*
 * Functions that parse untrusted files. They run in an isolated process only (`isolated-file-tasks.ts`); `npm run check` fails if another
 * module of the server imports them.
 */

export interface FileFacts extends Content, AudioFacts {}

const LASTING = /^(?:audio|video)\//

/** Detects the type of a file by its content, and reads the duration and channels of audio and video. */
export async function inspectFile(path: string): Promise<FileFacts> {
  const detected = (await fileTypeFromFile(path))?.mime ?? null
  if (detected === null) return { detected, head: textHead(await readHead(path)), ...NO_AUDIO_FACTS }
  return { detected, head: null, ...(LASTING.test(detected) ? await readAudio(path) : NO_AUDIO_FACTS) }
}

/** Reads the duration and channels of an audio or video file. */
export const readAudio = async (path: string): Promise<AudioFacts> =>
  // Loaded with the first audio or video: most files are neither.
  (await import('./read-audio-facts.ts')).readAudioFacts(path)

/** Returns the thumbnail of a picture as WebP; null if the picture cannot be read. */
export const makeThumbnail = async (path: string): Promise<Uint8Array | null> =>
  (await import('./shrink-picture.ts')).shrinkPicture(path)

/** Converts a picture to an upright JPEG, which models and channels accept; null if it cannot be read. */
export const makeUprightJpeg = async (path: string): Promise<Uint8Array | null> =>
  (await import('./shrink-picture.ts')).uprightJpeg(path)

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
