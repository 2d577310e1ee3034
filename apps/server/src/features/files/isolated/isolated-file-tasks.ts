import { createFairQueue } from '../../../platform/concurrency/fair-queue.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { IsolatedTaskError } from '../../../platform/isolated-task/isolated-task-error.ts'
import { createIsolatedTasks } from '../../../platform/isolated-task/isolated-tasks.ts'
import { withTemporaryFile } from '../../../platform/isolated-task/with-temporary-file.ts'
import type { AudioMetadata } from './audio-metadata.ts'
import type * as fileTasks from './file-tasks.ts'

/** Two isolated processes for file tasks. If one file takes the maximum of ten seconds, the other process still serves other files. */
const tasks = createIsolatedTasks<typeof fileTasks>(new URL('./file-tasks.ts', import.meta.url), {
  processes: 2,
  niceness: 5,
})

/**
 * Queue that decodes one image at a time, because an image of 50 megapixels takes a lot of memory. It serves organisations in turns,
 * because one image can take ten seconds.
 */
const imageQueue = createFairQueue(1)

/** Starts an inspection process in advance, when a file is expected soon. */
export const warmUpInspectionProcess = (): void => tasks.warmUp()

/** Returns the result of a file task. @throws IsolatedTaskError if the file is damaged */
function throwIfDamaged<T extends object>(task: string, result: T | fileTasks.DamagedFile): T {
  if ('damaged' in result) throw new IsolatedTaskError(task, 'error', result.damaged)
  return result
}

/**
 * Detects the type of a stored file by its content, and reads the duration and channels of audio and video.
 * @throws IsolatedTaskError if the file cannot be inspected within the limits; the reason of `signal` if it is aborted before a process is
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

/** Awaits an image task. Returns null if it fails with IsolatedTaskError, which means that the image cannot be read. */
async function nullOnTaskError<T>(task: Promise<T>): Promise<T | null> {
  try {
    return await task
  } catch (error) {
    if (error instanceof IsolatedTaskError) return null
    throw error
  }
}

/** Returns the thumbnail of a stored image as WebP. Returns null if the image cannot be read. */
export const makeThumbnail = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => store.withPath(tenantId, name, (path) => nullOnTaskError(tasks.run('makeThumbnail', path))))

/** Converts a stored image to an upright JPEG. Returns null if the image cannot be read. */
export const makeUprightJpeg = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => store.withPath(tenantId, name, (path) => nullOnTaskError(tasks.run('makeUprightJpeg', path))))

/** Converts the bytes of an image to an upright JPEG. Returns null if the image cannot be read. */
export const makeUprightJpegFromBytes = (tenantId: string, bytes: Uint8Array): Promise<Uint8Array | null> =>
  imageQueue.add(tenantId, () => withTemporaryFile(bytes, (path) => nullOnTaskError(tasks.run('makeUprightJpeg', path))))
