import { type FileLimits, getFileSizeError, TEAM_FILE_LIMITS } from '@prosa/contract/rules/files/accepted-files'
import { type PreparedFile, prepareFile } from '../prepare-file.ts'
import { inspectVideoInWorker } from './video-worker-client.ts'

/** Filename extensions that identify a video. */
const VIDEO_EXTENSIONS = new Set(['mp4', 'm4v', 'mov', 'qt', 'mkv', 'webm', '3gp', '3gpp', '3g2'])
const GB = 1024 ** 3
/**
 * Maximum size in bytes of a video to convert. A larger one would exceed the limit even after the conversion, and original and result must
 * be stored at the same time.
 */
const MAX_SOURCE_BYTES = GB

/**
 * Prepares a file for upload. A video that WhatsApp does not accept is marked for conversion, or refused if the conversion would fail or
 * this browser does not support it (MEDIA-06). If the converter cannot be loaded, the file is treated without conversion. `terms`: size
 * limits of the channel, by default those for the team.
 */
export async function prepareFileForSending(file: File, terms: FileLimits = TEAM_FILE_LIMITS): Promise<PreparedFile> {
  const asItIs = await prepareFile(file, terms)
  if (!isVideoFile(file, asItIs)) return asItIs
  const tooLarge = getFileSizeError(file.size, undefined, { ...terms, maxBytes: MAX_SOURCE_BYTES })
  if (tooLarge !== null) return { refused: tooLarge }
  const looked = await inspectVideoInWorker(file).catch(() => null)
  if (!looked?.isFilm) return asItIs
  if (looked.plan === 'as it is' && !('refused' in asItIs)) return asItIs
  if (typeof looked.plan !== 'string' && 'refused' in looked.plan) return looked.plan
  return { blob: file, name: `${file.name.replace(/\.[^.]{1,12}$/, '')}.mp4`, as: 'video', converts: true }
}

const isVideoFile = ({ name, type, size }: File, asItIs: PreparedFile): boolean => {
  if (!('refused' in asItIs)) return asItIs.as === 'video'
  const [, ending] = /\.([^.]{1,12})$/.exec(name.toLowerCase()) ?? []
  return size > 0 && (ending === undefined ? type.startsWith('video/') : VIDEO_EXTENSIONS.has(ending))
}
