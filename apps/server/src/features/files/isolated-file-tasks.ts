import PQueue from 'p-queue'
import type { FileStore } from '../../kernel/file-store.ts'
import { IsolatedTaskError } from '../../kernel/isolated-task/isolated-task-error.ts'
import { createIsolatedTasks } from '../../kernel/isolated-task/isolated-tasks.ts'
import { withTemporaryFile } from '../../kernel/isolated-task/with-temporary-file.ts'
import type * as fileTasks from './isolated/file-tasks.ts'

/** Two processes, so that a file that takes its full ten seconds does not hold up everybody else's. */
const tasks = createIsolatedTasks<typeof fileTasks>(new URL('./isolated/file-tasks.ts', import.meta.url), { processes: 2 })

/** One picture is decoded at a time: fifty megapixels take a lot of memory. The other process is left to inspections. */
const pictures = new PQueue({ concurrency: 1 })

/** Starts a process for a file that is expected soon. */
export const prepareInspection = (): void => tasks.prepare()

/**
 * Detects the type of a stored file by its content, and reads the duration and channels of audio and video.
 * @throws IsolatedTaskError if the file cannot be inspected within the limits; the signal's reason if no process was free by then
 */
export const inspectFile = (
  store: FileStore,
  tenantId: string,
  name: string,
  signal: AbortSignal,
): Promise<fileTasks.FileFacts> =>
  store.withPath(tenantId, name, (path) => tasks.run('inspectFile', path, { key: tenantId, signal }))

/** Reads the duration and channels of a stored audio or video file. @throws IsolatedTaskError if that is not possible within the limits */
export const readAudio = (store: FileStore, tenantId: string, name: string) =>
  store.withPath(tenantId, name, (path) => tasks.run('readAudio', path, { key: tenantId }))

/** Returns null for a picture that cannot be read within the limits, as for one that is none. */
async function orNull<T>(made: Promise<T>): Promise<T | null> {
  try {
    return await made
  } catch (error) {
    if (error instanceof IsolatedTaskError) return null
    throw error
  }
}

/** Makes the thumbnail of a stored picture; null if it cannot be read. */
export const makeThumbnail = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  pictures.add(() => store.withPath(tenantId, name, (path) => orNull(tasks.run('makeThumbnail', path))))

/** Makes an upright JPEG of a stored picture; null if it cannot be read. */
export const makeUprightJpeg = (store: FileStore, tenantId: string, name: string): Promise<Uint8Array | null> =>
  pictures.add(() => store.withPath(tenantId, name, (path) => orNull(tasks.run('makeUprightJpeg', path))))

/** Makes an upright JPEG of the bytes of a picture; null if it cannot be read. */
export const makeUprightJpegOf = (bytes: Uint8Array): Promise<Uint8Array | null> =>
  pictures.add(() => withTemporaryFile(bytes, (path) => orNull(tasks.run('makeUprightJpeg', path))))
