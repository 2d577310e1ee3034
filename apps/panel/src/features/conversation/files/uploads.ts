import { upload } from '../../../shared/api/upload-file.ts'
import { withLock } from '../../../shared/lock.ts'
import { useSession } from '../../../shared/session/session.ts'
import type { Unsent } from '../cache/outbox.ts'
import { convertKept, gone } from './convert-kept.ts'
import { blobOf, isUnsent } from './keep-unsent.ts'
import { persistently } from './persistently.ts'
import { beginUpload } from './running.ts'

const AT_ONCE = 2

type Job = () => Promise<unknown>

const waiting: Job[] = []
let running = 0
/** Releases the lock that makes this tab the only one that uploads; null without the lock. */
let letOthers: (() => void) | null = null
let isAsking = false

function next(): void {
  if (!letOthers) return void becomeTheOne()
  while (running < AT_ONCE) {
    const job = waiting.shift()
    if (!job) break
    running++
    void job().finally(() => {
      running--
      next()
    })
  }
  if (running > 0) return
  letOthers()
  letOthers = null
}

async function becomeTheOne(): Promise<void> {
  if (isAsking || waiting.length === 0) return
  isAsking = true
  await withLock(
    'unsent-uploads',
    () =>
      new Promise<void>((resolve) => {
        isAsking = false
        letOthers = resolve
        next()
      }),
  )
}

interface Coming {
  readonly fileId: Promise<string>
  readonly signal: AbortSignal
  /** Marks the point after which it cannot be cancelled, because the server may have its message. */
  readonly finish: () => void
}

const coming = new Map<string, Coming>()
/** Uploads of an ended session have failed and start again with the next one. */
useSession.subscribe(({ user }) => {
  if (!user) coming.clear()
})

/** Uploads the file of an entry, at most two at a time and in one tab only. Returns the running upload if there is one. */
export function uploadOf(entry: Unsent): Coming {
  const { tempId, file } = entry
  const known = coming.get(tempId)
  if (known) return known
  const { signal, onPreparing, onProgress, finish } = beginUpload(tempId, file?.converts === true)
  // After an ended session, another upload may be running for the same entry.
  const forget = () => {
    if (coming.get(tempId)?.signal === signal) coming.delete(tempId)
  }
  const bring = async (): Promise<string> => {
    const blob = await blobOf(tempId)
    signal.throwIfAborted()
    if (!blob || !file || !isUnsent(tempId)) throw gone()
    return persistently(entry, signal, () => {
      // The user may have signed out and another one signed in meanwhile.
      if (!isUnsent(tempId)) throw gone()
      return upload(blob, file.name, { signal, onProgress })
    })
  }
  const fileId = new Promise<string>((resolve, reject) => {
    const enqueue = () => {
      waiting.push(() => bring().then(resolve, reject))
      next()
    }
    if (file?.converts)
      convertKept(entry, { signal, onProgress: onPreparing })
        .then(() => onProgress(0))
        .then(enqueue, reject)
    else enqueue()
    signal.addEventListener('abort', () => {
      forget()
      reject(signal.reason)
    })
  })
  // The caller that awaits it handles the error.
  fileId.catch(() => undefined)
  const one: Coming = {
    fileId,
    signal,
    finish: () => {
      forget()
      finish()
    },
  }
  coming.set(tempId, one)
  return one
}
