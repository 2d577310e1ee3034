import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { CONVERSION_FAILED_MESSAGE } from '@prosa/files/video/conversion-texts'
import { convertVideoInWorker } from '@prosa/files/video/video-worker-client'
import { type ApiResult, createFailure, type FailedRequest, sendChatMessage as sendMessage } from '../connection/api.ts'
import type { UnsentEntry } from '../sending/outbox.ts'
import { createAttachmentDrafts } from './attachment-drafts.ts'
import { createBlobStore, type StoredBlob } from './blob-store.ts'
import type { LazyFilesPorts } from './ports.ts'
import type { SendableFile } from './sendable-file.ts'
import { uploadVisitorFile } from './upload-visitor-file.ts'
import { createVoiceRecorder } from './voice-recorder.ts'
import './files.css'

const FILE_GONE_TEXT = 'O arquivo não está mais neste navegador. Anexe-o de novo.'
const NOT_STORED_TEXT = 'Não feche esta aba até terminar: este navegador não guarda arquivos.'

/** Creates the code for files and voice messages. It is a lazy chunk, which is loaded when a button is first pressed. */
export const createLazyFiles = (ports: LazyFilesPorts) => {
  const blobs = createBlobStore()
  const running = new Map<string, AbortController>()
  const addresses = new Map<string, string>()

  const show = (key: string, blob: Blob, share: number | null, isPreparing = false) => {
    const address = addresses.get(key) ?? URL.createObjectURL(blob)
    addresses.set(key, address)
    ports.show(key, { address, share, isPreparing })
  }
  const put = ({ blob, name, as, converts }: SendableFile, caption: string) => {
    const key = crypto.randomUUID()
    show(key, blob, null)
    void blobs.keep(key, { blob, converts }).then((isKept) => {
      if (!isKept) tray.say(NOT_STORED_TEXT)
    })
    ports.put(caption, { key, file: { name, size: blob.size, as } })
  }
  const tray = createAttachmentDrafts(ports, put)
  const voice = createVoiceRecorder(ports, put)

  /**
   * Returns the bytes to send. Converts a video if necessary and stores the result, so that a retry does not convert it again. Returns a
   * failed request if the conversion fails.
   */
  const madeOf = async (key: string, { blob, converts }: StoredBlob, signal: AbortSignal): Promise<Blob | FailedRequest> => {
    if (!converts) return blob
    const onProgress = (share: number) => show(key, blob, share, true)
    const made = await convertVideoInWorker(blob, { signal, onProgress }).catch(() => ({ refused: CONVERSION_FAILED_MESSAGE }))
    if ('refused' in made) return { ...createFailure('refused'), words: made.refused }
    if (!signal.aborted) await blobs.keep(key, { blob: made.film })
    return made.film
  }
  const bring = async (key: string, kept: StoredBlob, name: string, signal: AbortSignal): Promise<string | FailedRequest> => {
    const made = await madeOf(key, kept, signal)
    if ('ok' in made) return made
    return uploadVisitorFile(made, name, { agentId: ports.agentId, signal, onProgress: (share) => show(key, kept.blob, share) })
  }

  return {
    take: tray.take,
    carries: tray.carries,
    sendWith: tray.sendWith,
    record: voice.record,
    /** Uploads a file and sends its message. Can be retried safely, because the idempotency key stays the same. */
    send: async ({ key, content, file }: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>> => {
      const kept = await blobs.find(key)
      if (!kept || !file) return { ...createFailure('refused'), words: FILE_GONE_TEXT }
      const over = new AbortController()
      running.set(key, over)
      const id = await bring(key, kept, file.name, over.signal)
      running.delete(key)
      if (typeof id !== 'string') return id
      const sent = await sendMessage(ports.agentId, key, content, { file_id: id, as: file.as })
      if (sent.ok) blobs.drop(key)
      return sent
    },
    drop: (key: string) => {
      running.get(key)?.abort()
      blobs.drop(key)
    },
  }
}
