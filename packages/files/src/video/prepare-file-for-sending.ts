import { type FileLimits, getFileSizeError, TEAM_FILE_LIMITS } from '@prosa/contract/rules/files/accepted-files'
import { type PreparedFile, prepareFile } from '../prepare-file.ts'
import { inspectVideoInWorker } from './video-worker-client.ts'

const VIDEO_EXTENSIONS = new Set(['mp4', 'm4v', 'mov', 'qt', 'mkv', 'webm', '3gp', '3gpp', '3g2'])
const GB = 1024 ** 3
/**
 * Maximum size in bytes of a video to convert. A larger video would be too large even after conversion, and the original and the result
 * must both be stored meanwhile.
 */
const MAX_SOURCE_BYTES = GB

/**
 * Prepares a file for upload (MEDIA-06). A video that WhatsApp does not accept is marked for conversion, or refused if this browser cannot
 * convert it. If the converter cannot be loaded, the video is treated like any other file.
 * @param limits size limits of the channel; by default those of messages from the team
 */
export async function prepareFileForSending(file: File, limits: FileLimits = TEAM_FILE_LIMITS): Promise<PreparedFile> {
  const prepared = await prepareFile(file, limits)
  if (!isVideoFile(file, prepared)) return prepared
  const sizeError = getFileSizeError(file.size, undefined, { ...limits, maxBytes: MAX_SOURCE_BYTES })
  if (sizeError !== null) return { refused: sizeError }
  const inspection = await inspectVideoInWorker(file).catch(() => null)
  if (!inspection?.isVideo) return prepared
  if (inspection.plan === 'as it is' && !('refused' in prepared)) return prepared
  if (typeof inspection.plan !== 'string' && 'refused' in inspection.plan) return inspection.plan
  return { blob: file, name: `${file.name.replace(/\.[^.]{1,12}$/, '')}.mp4`, mediaType: 'video', needsConversion: true }
}

const isVideoFile = ({ name, type, size }: File, prepared: PreparedFile): boolean => {
  if (!('refused' in prepared)) return prepared.mediaType === 'video'
  const [, extension] = /\.([^.]{1,12})$/.exec(name.toLowerCase()) ?? []
  return size > 0 && (extension === undefined ? type.startsWith('video/') : VIDEO_EXTENSIONS.has(extension))
}
