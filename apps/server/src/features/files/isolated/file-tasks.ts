import { open } from 'node:fs/promises'
import { type Content, FILE_HEAD_BYTES, textHead } from '@prosa/contract/rules/files'
import { fileTypeFromFile } from 'file-type'
import { type AudioFacts, ImpossibleClaimError, NO_AUDIO_FACTS } from './audio-facts.ts'

/*
 * Functions that parse untrusted files. They run in an isolated process only (`isolated-file-tasks.ts`); `npm run check` fails if another
 * module of the server imports them.
 */

export interface FileFacts extends Content, AudioFacts {}

const LASTING = /^(?:audio|video)\//

/** Why a file is damaged. It is returned and not thrown, so that the process is used again. */
export interface DamagedFile {
  readonly damaged: string
}

/** Detects the type of a file by its content, and reads the duration and channels of audio and video. */
export async function inspectFile(path: string): Promise<FileFacts | DamagedFile> {
  const detected = (await fileTypeFromFile(path))?.mime ?? null
  if (detected === null) return { detected, head: textHead(await readHead(path)), ...NO_AUDIO_FACTS }
  const facts = LASTING.test(detected) ? await readAudio(path) : NO_AUDIO_FACTS
  return 'damaged' in facts ? facts : { detected, head: null, ...facts }
}

/** Reads the duration and channels of an audio or video file. */
export async function readAudio(path: string): Promise<AudioFacts | DamagedFile> {
  // Loaded with the first audio or video: most files are neither.
  const { readAudioFacts } = await import('./read-audio-facts.ts')
  try {
    return await readAudioFacts(path)
  } catch (error) {
    if (error instanceof ImpossibleClaimError) return { damaged: error.message }
    throw error
  }
}

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
