import { CONVERSION_FAILED_MESSAGE } from '@prosa/files/video/conversion-texts'
import { convertVideoInWorker } from '@prosa/files/video/video-worker-client'
import type { ApiError } from '../../../../shared/api/errors.ts'
import { createFileError } from '../../../../shared/api/upload-file.ts'
import { runWithLock } from '../../../../shared/browser/locks.ts'
import type { UnsentMessage } from '../outbox.ts'
import { updateOutbox } from '../outbox-store.ts'
import { isInOutbox, loadUnsentBlob, storeUnsentBlob } from '../storage/unsent-persistence.ts'

export const createMissingFileError = (): ApiError => createFileError('O arquivo não está mais neste navegador. Anexe-o de novo.')

interface ConversionOptions {
  signal: AbortSignal
  /** Progress from 0 to 1. */
  onProgress: (fraction: number) => void
}

/**
 * Converts an unsent video to a format that WhatsApp accepts, one video at a time in this browser. The result replaces the original in the
 * database, so that no other tab converts it again.
 * @throws ApiError with the reason if it cannot be converted; the signal's reason if aborted
 */
export async function convertUnsentVideo({ tempId }: UnsentMessage, { signal, onProgress }: ConversionOptions): Promise<void> {
  const source = await loadUnsentBlob(tempId)
  const converted = await runWithLock('unsent-conversion', async () => {
    signal.throwIfAborted()
    if (!source || !isInOutbox(tempId)) throw createMissingFileError()
    return convertVideoInWorker(source, { signal, onProgress }).catch((error: unknown) => {
      throw signal.aborted ? error : createFileError(CONVERSION_FAILED_MESSAGE)
    })
  })
  if ('refused' in converted) throw createFileError(converted.refused)
  const { video } = converted
  // Stores the bytes before the entry is changed: an entry marked as converted, but with the original bytes, would send the original.
  await storeUnsentBlob(tempId, video)
  signal.throwIfAborted()
  updateOutbox((entries) =>
    entries.map((entry) =>
      entry.tempId === tempId && entry.file ? { ...entry, file: { name: entry.file.name, size: video.size } } : entry,
    ),
  )
}
