import { open } from 'node:fs/promises'
import { decodeTextHead, FILE_HEAD_BYTES, type FileContent } from '@prosa/contract/rules/files/accepted-files'
import { fileTypeFromFile } from 'file-type'
import { type AudioMetadata, ImpossibleMetadataError, NO_AUDIO_METADATA } from './audio-metadata.ts'

/*
 * Functions that parse untrusted files. They run only in an isolated process (`isolated-file-tasks.ts`); `npm run check` fails if another
 * module of the server imports them.
 */

export interface FileMetadata extends FileContent, AudioMetadata {}

const AUDIO_OR_VIDEO = /^(?:audio|video)\//

/** Result for a damaged file, with the reason. It is returned and not thrown, because a thrown error ends the isolated process. */
export interface DamagedFile {
  readonly damaged: string
}

/** Detects the type of a file by its content, and reads the duration and channels of audio and video. */
export async function inspectFile(path: string): Promise<FileMetadata | DamagedFile> {
  const detected = (await fileTypeFromFile(path))?.mime ?? null
  if (detected === null) return { detected, head: decodeTextHead(await readHead(path)), ...NO_AUDIO_METADATA }
  const metadata = AUDIO_OR_VIDEO.test(detected) ? await readAudio(path) : NO_AUDIO_METADATA
  return 'damaged' in metadata ? metadata : { detected, head: null, ...metadata }
}

export async function readAudio(path: string): Promise<AudioMetadata | DamagedFile> {
  // Imported only for audio and video, because most files are neither.
  const { readAudioMetadata } = await import('./read-audio-metadata.ts')
  try {
    return await readAudioMetadata(path)
  } catch (error) {
    if (error instanceof ImpossibleMetadataError) return { damaged: error.message }
    throw error
  }
}

/** Returns the thumbnail of an image as WebP; null if the image cannot be read. */
export const makeThumbnail = async (path: string): Promise<Uint8Array | null> =>
  (await import('./shrink-image.ts')).shrinkImage(path)

/** Converts an image to an upright JPEG, which language models and channels accept; null if the image cannot be read. */
export const makeUprightJpeg = async (path: string): Promise<Uint8Array | null> =>
  (await import('./shrink-image.ts')).toUprightJpeg(path)

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
