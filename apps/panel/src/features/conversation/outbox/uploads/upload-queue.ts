import { uploadFile } from '../../../../shared/api/upload-file.ts'
import { runWithLock } from '../../../../shared/browser/locks.ts'
import { useSession } from '../../../../shared/session/session.ts'
import type { UnsentMessage } from '../outbox.ts'
import { isInOutbox, loadUnsentBlob } from '../storage/unsent-persistence.ts'
import { convertUnsentVideo, createMissingFileError } from './convert-unsent-video.ts'
import { retryTransientFailures } from './retry-transient-failures.ts'
import { registerUpload } from './running-uploads.ts'

const MAX_PARALLEL_UPLOADS = 2

type UploadJob = () => Promise<unknown>

const queuedJobs: UploadJob[] = []
let runningCount = 0
/** Releases the lock that lets only one tab upload. Null while this tab does not hold the lock. */
let releaseUploadLock: (() => void) | null = null
let isAcquiringLock = false

function runQueuedJobs(): void {
  if (!releaseUploadLock) return void acquireUploadLock()
  while (runningCount < MAX_PARALLEL_UPLOADS) {
    const job = queuedJobs.shift()
    if (!job) break
    runningCount++
    void job().finally(() => {
      runningCount--
      runQueuedJobs()
    })
  }
  if (runningCount > 0) return
  releaseUploadLock()
  releaseUploadLock = null
}

async function acquireUploadLock(): Promise<void> {
  if (isAcquiringLock || queuedJobs.length === 0) return
  isAcquiringLock = true
  await runWithLock(
    'unsent-uploads',
    () =>
      new Promise<void>((resolve) => {
        isAcquiringLock = false
        releaseUploadLock = resolve
        runQueuedJobs()
      }),
  )
}

interface PendingUpload {
  readonly fileId: Promise<string>
  readonly signal: AbortSignal
  /** Called before the message is sent. From then on the upload cannot be cancelled, because the server may already have the message. */
  readonly finish: () => void
}

const pendingUploads = new Map<string, PendingUpload>()
/** Removes all uploads when the session ends. They fail, and start again after the next sign-in. */
useSession.subscribe(({ user }) => {
  if (!user) pendingUploads.clear()
})

/** Starts the upload of an entry's file, or returns the running upload. At most two files are uploaded at a time, in one tab only. */
export function getOrStartUpload(entry: UnsentMessage): PendingUpload {
  const { tempId, file } = entry
  const existing = pendingUploads.get(tempId)
  if (existing) return existing
  const { signal, onPreparing, onProgress, finish } = registerUpload(tempId, file?.converts === true)
  // After a new sign-in, another upload may be running for the same entry.
  const removePending = () => {
    if (pendingUploads.get(tempId)?.signal === signal) pendingUploads.delete(tempId)
  }
  const loadAndUpload = async (): Promise<string> => {
    const blob = await loadUnsentBlob(tempId)
    signal.throwIfAborted()
    if (!blob || !file || !isInOutbox(tempId)) throw createMissingFileError()
    return retryTransientFailures(entry, signal, () => {
      // Another user may have signed in, whose outbox does not contain the entry.
      if (!isInOutbox(tempId)) throw createMissingFileError()
      return uploadFile(blob, file.name, { signal, onProgress })
    })
  }
  const fileId = new Promise<string>((resolve, reject) => {
    const enqueue = () => {
      queuedJobs.push(() => loadAndUpload().then(resolve, reject))
      runQueuedJobs()
    }
    if (file?.converts)
      convertUnsentVideo(entry, { signal, onProgress: onPreparing })
        .then(() => onProgress(0))
        .then(enqueue, reject)
    else enqueue()
    signal.addEventListener('abort', () => {
      removePending()
      reject(signal.reason)
    })
  })
  // Callers that await the promise handle the error.
  fileId.catch(() => undefined)
  const pending: PendingUpload = {
    fileId,
    signal,
    finish: () => {
      removePending()
      finish()
    },
  }
  pendingUploads.set(tempId, pending)
  return pending
}
