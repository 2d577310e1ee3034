import { convertAside } from '@prosa/files/video/aside'
import { NOT_CONVERTED } from '@prosa/files/video/words'
import type { ApiError } from '../../../shared/api/errors.ts'
import { fileError } from '../../../shared/api/upload-file.ts'
import { withLock } from '../../../shared/lock.ts'
import type { Unsent } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'
import { blobOf, isUnsent, keepBlob } from './keep-unsent.ts'

export const gone = (): ApiError => fileError('O arquivo não está mais neste navegador. Anexe-o de novo.')

interface Converting {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Makes of an unsent film what WhatsApp takes, one film at a time in this browser. The original is kept until then, so that another tab can begin anew; from
 * then on what came of it is, and no tab converts it again. @throws ApiError that says why it cannot; what the signal was aborted with
 */
export async function convertKept({ tempId }: Unsent, { signal, onProgress }: Converting): Promise<void> {
  const source = await blobOf(tempId)
  const converted = await withLock('unsent-conversion', async () => {
    signal.throwIfAborted()
    if (!source || !isUnsent(tempId)) throw gone()
    return convertAside(source, { signal, onProgress }).catch((error: unknown) => {
      throw signal.aborted ? error : fileError(NOT_CONVERTED)
    })
  })
  if ('refused' in converted) throw fileError(converted.refused)
  const { film } = converted
  // First its bytes: whoever finds the original under a bubble of what came of it would send that.
  await keepBlob(tempId, film)
  signal.throwIfAborted()
  changeOutbox((entries) =>
    entries.map((entry) =>
      entry.tempId === tempId && entry.file ? { ...entry, file: { name: entry.file.name, size: film.size } } : entry,
    ),
  )
}
