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
  /** Progress from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Converts an unsent video to what WhatsApp accepts, one at a time in this browser. The original is stored until then, so that another tab
 * can start over; afterwards the result is stored instead, and no tab converts it again.
 * @throws ApiError with the reason if it cannot be converted; the signal's reason if aborted
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
  // Stores the bytes first: an entry marked as converted with the original's bytes would send the original.
  await keepBlob(tempId, film)
  signal.throwIfAborted()
  changeOutbox((entries) =>
    entries.map((entry) =>
      entry.tempId === tempId && entry.file ? { ...entry, file: { name: entry.file.name, size: film.size } } : entry,
    ),
  )
}
