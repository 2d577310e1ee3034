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

/** Creates the functions for files and voice messages. This module is loaded when the lead first presses a file or microphone button. */
export const createLazyFiles = (ports: LazyFilesPorts) => {
  const blobs = createBlobStore()
  const abortControllers = new Map<string, AbortController>()
  const urls = new Map<string, string>()

  const showProgress = (key: string, blob: Blob, fraction: number | null, isPreparing = false) => {
    const url = urls.get(key) ?? URL.createObjectURL(blob)
    urls.set(key, url)
    ports.showLocalFile(key, { url, fraction, isPreparing })
  }
  const enqueueFile = ({ blob, name, mediaType, needsConversion }: SendableFile, caption: string) => {
    const key = crypto.randomUUID()
    showProgress(key, blob, null)
    void blobs.store(key, { blob, converts: needsConversion }).then((isKept) => {
      if (!isKept) drafts.announce(NOT_STORED_TEXT)
    })
    ports.enqueue(caption, { key, file: { name, size: blob.size, as: mediaType } })
  }
  const drafts = createAttachmentDrafts(ports, enqueueFile)
  const voiceRecorder = createVoiceRecorder(ports, enqueueFile)

  /**
   * Returns the bytes to upload. Converts a video if necessary and stores the result, so that a retry does not convert the video again.
   * Returns the failed request if the conversion fails.
   */
  const convertIfNeeded = async (
    key: string,
    { blob, converts }: StoredBlob,
    signal: AbortSignal,
  ): Promise<Blob | FailedRequest> => {
    if (!converts) return blob
    const onProgress = (fraction: number) => showProgress(key, blob, fraction, true)
    const converted = await convertVideoInWorker(blob, { signal, onProgress }).catch(() => ({
      refused: CONVERSION_FAILED_MESSAGE,
    }))
    if ('refused' in converted) return { ...createFailure('refused'), message: converted.refused }
    if (!signal.aborted) await blobs.store(key, { blob: converted.video })
    return converted.video
  }
  const convertAndUpload = async (
    key: string,
    stored: StoredBlob,
    name: string,
    signal: AbortSignal,
  ): Promise<string | FailedRequest> => {
    const converted = await convertIfNeeded(key, stored, signal)
    if ('ok' in converted) return converted
    return uploadVisitorFile(converted, name, {
      agentId: ports.agentId,
      signal,
      onProgress: (fraction) => showProgress(key, stored.blob, fraction),
    })
  }

  return {
    addFiles: drafts.addFiles,
    hasReadyFiles: drafts.hasReadyFiles,
    sendWithCaption: drafts.sendWithCaption,
    record: voiceRecorder.record,
    /** Uploads a file and sends its message. Repeated calls are safe, because the idempotency key stays the same. */
    send: async ({ key, content, file }: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>> => {
      const stored = await blobs.find(key)
      if (!stored || !file) return { ...createFailure('refused'), message: FILE_GONE_TEXT }
      const abortController = new AbortController()
      abortControllers.set(key, abortController)
      const id = await convertAndUpload(key, stored, file.name, abortController.signal)
      abortControllers.delete(key)
      if (typeof id !== 'string') return id
      const sent = await sendMessage(ports.agentId, key, content, { file_id: id, as: file.as })
      if (sent.ok) blobs.remove(key)
      return sent
    },
    remove: (key: string) => {
      abortControllers.get(key)?.abort()
      blobs.remove(key)
    },
  }
}
