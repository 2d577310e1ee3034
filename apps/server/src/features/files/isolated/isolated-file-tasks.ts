import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { IsolatedTaskError } from '../../../platform/isolated-task/isolated-task-error.ts'
import { createIsolatedTasks } from '../../../platform/isolated-task/isolated-tasks.ts'
import { withTemporaryFile } from '../../../platform/isolated-task/with-temporary-file.ts'
import type { AudioMetadata } from './audio-metadata.ts'
import type * as fileTasks from './file-tasks.ts'

/**
 * Isolated processes for file tasks. There are two, so that a file that takes the maximum of ten seconds does not block all other files.
 */
const tasks = createIsolatedTasks<typeof fileTasks>(new URL('./file-tasks.ts', import.meta.url), {
  processes: 2,
  niceness: 5,
})

/**
 * Queue that decodes one image at a time, because 50 megapixels take a lot of memory. The other process stays free for inspections. An
 * image of a few kilobytes can take the maximum of ten seconds, so the queue serves organisations in turns.
 */
const imageQueue = createFairQueue(1)

/** Starts an inspection process in advance, for a file that is expected soon. */
export const warmUpInspectionProcess = (): void => tasks.warmUp()

/** Returns the result `read` of a file task. @throws IsolatedTaskError if the result states that the file is damaged */
function throwIfDamaged<T extends object>(task: string, result: T | fileTasks.DamagedFile): T {
  if ('damaged' in result) throw new IsolatedTaskError(task, 'error', result.damaged)
  return result
}

/**
 * Detects the type of a stored file by its content, and reads the duration and channels of audio and video.
 * @throws IsolatedTaskError if the file cannot be inspected within the limits; the signal's reason if it is aborted before a process is
 * free
 */
export const inspectFile = (
  store: FileStore,
  tenantId: string,
  name: string,
  signal: AbortSignal,
): Promise<fileTasks.FileMetadata> =>
  store.withPath(tenantId, name, async (path) =>
    throwIfDamaged<fileTasks.FileMetadata>('inspectFile', await tasks.run('inspectFile', path, { key: tenantId, signal })),
  )

/** Reads the duration and channels of a stored audio or video file. @throws IsolatedTaskError if it cannot be read within the limits */
export const readStoredAudioMetadata = (store: FileStore, tenantId: string, name: string) =>
  store.withPath(tenantId, name, async (path) =>
    throwIfDamaged<AudioMetadata>('readAudio', await tasks.run('readAudio', path, { key: tenantId })),
  )

/**
 * Awaits an image task. Returns null if the task fails with IsolatedTaskError, because the image cannot be read within the limits. Rethrows
 * any other error.
 */
async function nullOnTaskError<T>(task: Promise<T>): Promise<T | null> {
  try {
    return await task
  } catch (error) {
    if (error instanceof IsolatedTaskError) return null
    throw error
  }
}

/** Returns the thumbnail of a stored image as WebP; null if the image cannot be read. */
export const makeThumbnail = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => store.withPath(tenantId, name, (path) => nullOnTaskError(tasks.run('makeThumbnail', path))))

/** Converts a stored image to a JPEG, rotated according to its EXIF data; null if the image cannot be read. */
export const makeUprightJpeg = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => store.withPath(tenantId, name, (path) => nullOnTaskError(tasks.run('makeUprightJpeg', path))))

/** Converts the bytes of an image to a JPEG, rotated according to its EXIF data; null if the image cannot be read. */
export const makeUprightJpegFromBytes = (tenantId: string, bytes: Uint8Array): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => withTemporaryFile(bytes, (path) => nullOnTaskError(tasks.run('makeUprightJpeg', path))))
