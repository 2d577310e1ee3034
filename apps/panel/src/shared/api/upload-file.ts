import { createFile, deleteFile, getFile, putFilePart } from '@prosa/contract/calls/conversations/files'
import { calculatePartBytes, FILE_PART_LIMITS_BYTES, type StoredFile } from '@prosa/contract/entities/files/file'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { computeBlobSha256 } from '@prosa/files/compute-blob-sha256'
import { env } from '../config/env.ts'
import { call } from './api-client.ts'
import { ApiError, createErrorFromCode, createErrorFromResponse } from './errors.ts'

/** Maximum number of attempts to upload one part if the connection breaks. The pause between attempts doubles each time. */
const MAX_ATTEMPTS = 4
const FIRST_PAUSE_MS = 500
/** Interval in milliseconds between requests that check whether the virus scan of the file has finished. */
const SCAN_CHECK_INTERVAL_MS = 2_000
/** Maximum number of such requests: five minutes in total. */
const MAX_SCAN_CHECKS = 150
const STILL_SCANNING_MESSAGE = 'O arquivo ainda está sendo verificado. Tente de novo daqui a pouco.'

interface UploadOptions {
  signal: AbortSignal
  /** Progress from 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Number of running uploads by file id. Files with the same content have the same id. */
const runningUploads = new Map<string, number>()
/** Ids of files that this tab has uploaded completely. They are not deleted, because a message may be about to use them. */
const uploadedFileIds = new Set<string>()

/**
 * Uploads a file in parts and returns its id. Uploads no part that the server already has.
 * @throws ApiError with the reason if the file is not accepted; the signal's reason if aborted
 */
export async function uploadFile(blob: Blob, filename: string, { signal, onProgress }: UploadOptions): Promise<string> {
  const sha256 = await computeBlobSha256(blob)
  const body = { sha256, size: blob.size, mime_type: blob.type, filename, part_bytes: calculatePartBytes(blob.size) }
  let file = (await call(createFile, { body, signal })).data
  const { part_bytes: partBytes = FILE_PART_LIMITS_BYTES.max } = file
  const parts = Math.ceil(blob.size / partBytes)
  const { id } = file
  runningUploads.set(id, (runningUploads.get(id) ?? 0) + 1)
  try {
    for (const part of file.missing) {
      // Skips the part if another upload of the same file has sent it meanwhile.
      if (!file.missing.includes(part)) continue
      onProgress((part - 1) / parts)
      file = await sendPart(id, part, blob.slice((part - 1) * partBytes, part * partBytes), signal)
    }
    file = await waitForScan(file, signal)
  } catch (error) {
    // Deletes the file if no other upload of this tab needs it. Otherwise the server would delete it only after a day.
    if (signal.aborted && runningUploads.get(id) === 1 && !uploadedFileIds.has(id))
      void call(deleteFile, { params: { id } }).catch(() => undefined)
    throw error
  } finally {
    runningUploads.set(id, (runningUploads.get(id) ?? 1) - 1)
    if (runningUploads.get(id) === 0) runningUploads.delete(id)
  }
  onProgress(1)
  if (file.state === 'checking') throw createFileError(STILL_SCANNING_MESSAGE)
  if (file.state !== 'stored') throw createFileError(file.reason ?? 'O arquivo não pôde ser enviado.')
  uploadedFileIds.add(id)
  return file.id
}

/** Waits until the server has scanned the file for viruses, at most five minutes. Returns the file's last known state. */
async function waitForScan(file: StoredFile, signal: AbortSignal): Promise<StoredFile> {
  let current = file
  for (let checksLeft = MAX_SCAN_CHECKS; current.state === 'checking' && checksLeft > 0; checksLeft--) {
    await new Promise((resolve) => setTimeout(resolve, SCAN_CHECK_INTERVAL_MS))
    signal.throwIfAborted()
    current = (await call(getFile, { params: { id: file.id }, signal })).data
  }
  return current
}

/** Creates an error with a message that the file's message bubble shows. */
export const createFileError = (message: string): ApiError =>
  new ApiError({ message: message, serverMessage: message, code: 'VALIDATION_ERROR', statusCode: 400 })

async function sendPart(id: string, part: number, bytes: Blob, signal: AbortSignal): Promise<StoredFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putPart(id, part, bytes, signal)
    } catch (error) {
      if (signal.aborted || attempt === MAX_ATTEMPTS || !isTransientError(error)) throw error
      // A request to any API endpoint renews the expired token of the session.
      if (error instanceof ApiError && error.statusCode === 401) await call(getFile, { params: { id }, signal })
      else await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}

const isTransientError = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 401 || error.statusCode >= 500)

/** Uploads the bytes of one part. Does not use the API client, which sends only JSON. */
async function putPart(id: string, part: number, bytes: Blob, signal: AbortSignal): Promise<StoredFile> {
  const path = buildPath(putFilePart.path, { id, n: String(part) })
  let response: Response
  try {
    response = await fetch(`${env.apiBaseUrl}${path}`, {
      method: putFilePart.method,
      credentials: 'include',
      signal,
      headers: { 'content-type': 'application/octet-stream', [HTTP_HEADERS.requestTime]: new Date().toISOString() },
      body: bytes,
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw createErrorFromCode('NETWORK_ERROR')
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw createErrorFromResponse(response.status, body)
  return putFilePart.answer.parse(body).data
}
