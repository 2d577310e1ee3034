import { createWebchatFile, putWebchatFilePart } from '@prosa/contract/calls/webchat/webchat-files'
import {
  calculatePartBytes,
  FILE_PART_LIMITS_BYTES,
  file as fileSchema,
  type StoredFile,
} from '@prosa/contract/entities/files/file'
import { buildPath } from '@prosa/contract/http'
import { computeBlobSha256 } from '@prosa/files/compute-blob-sha256'
import * as z from 'zod/mini'
import { createFailure, type FailedRequest, sendRequest, toFailureReason } from '../connection/api.ts'

const fileResponse = z.object({ data: fileSchema })
const fileRejection = z.object({ fieldErrors: z.object({ file: z.string() }) })
const UPLOAD_FAILED_TEXT = 'O arquivo não pôde ser enviado.'
const MINUTE_S = 60
const SCAN_POLL_MS = 5_000

interface UploadOptions {
  readonly agentId: string
  readonly signal: AbortSignal
  /** Called with the progress of the upload, from 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

/** Uploads a visitor's file, or resumes an earlier upload of the same file. Returns the file's id, or the failed request. */
export async function uploadVisitorFile(
  blob: Blob,
  filename: string,
  { agentId, signal, onProgress }: UploadOptions,
): Promise<string | FailedRequest> {
  const metadata = { size: blob.size, mime_type: blob.type, filename, part_bytes: calculatePartBytes(blob.size) }
  const body = JSON.stringify({ sha256: await computeBlobSha256(blob), ...metadata })
  const headers = { 'content-type': 'application/json' }
  const createFile = () =>
    requestFile(buildPath(createWebchatFile.path, { agentId }), { method: 'POST', body, headers, signal }, createRateLimitFailure)
  const created = await createFile()
  if ('ok' in created) return created
  const { part_bytes: partBytes = FILE_PART_LIMITS_BYTES.max } = created
  const parts = Math.ceil(blob.size / partBytes)
  let file = created
  for (const part of created.missing) {
    onProgress((part - 1) / parts)
    const path = buildPath(putWebchatFilePart.path, { agentId, id: created.id, n: String(part) })
    const body = blob.slice((part - 1) * partBytes, part * partBytes)
    const putResult = await requestFile(path, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/octet-stream' },
      signal,
    })
    if ('ok' in putResult) return putResult
    file = putResult
  }
  onProgress(1)
  // Polls until the server's virus scanner has checked the file. Announcing the file again returns its current state.
  while (file.state === 'checking') {
    await new Promise((resolve) => setTimeout(resolve, SCAN_POLL_MS))
    const checked = await createFile()
    if ('ok' in checked) return checked
    file = checked
  }
  return file.state === 'stored' ? file.id : createRefusal(file.reason ?? UPLOAD_FAILED_TEXT)
}

const createRefusal = (message: string): FailedRequest => ({ ...createFailure('refused'), message })

/**
 * Returns the failure for too many uploads. The message is refused instead of retried, because waiting could take hours and would block
 * later messages.
 * @param seconds time until the server accepts another upload
 */
const createRateLimitFailure = (seconds: number): FailedRequest =>
  createRefusal(
    seconds <= MINUTE_S
      ? 'Muitos arquivos de uma vez. Tente de novo em um minuto.'
      : `Muitos arquivos de uma vez. Tente de novo em ${Math.ceil(seconds / MINUTE_S)} minutos.`,
  )

async function requestFile(
  path: string,
  init: Parameters<typeof sendRequest>[1],
  onLimit?: (seconds: number) => FailedRequest,
): Promise<StoredFile | FailedRequest> {
  try {
    const response = await sendRequest(path, init)
    if (response.ok) return fileResponse.parse(await response.json()).data
    const retryAfter = response.headers.get('retry-after')
    if (response.status === 429 && onLimit) return onLimit(Number(retryAfter))
    const rejection = fileRejection.safeParse(await response.json().catch(() => null))
    return {
      ...createFailure(toFailureReason(response.status), retryAfter),
      ...(rejection.success ? { message: rejection.data.fieldErrors.file } : {}),
    }
  } catch {
    return createFailure('offline')
  }
}
