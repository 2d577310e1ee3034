import { createFile, deleteFile, getFile, putFilePart } from '@prosa/contract/calls/files'
import { PART_BYTES, partBytesOf, type StoredFile } from '@prosa/contract/entities/file'
import { fillPath, HEADERS } from '@prosa/contract/http'
import { sha256Of } from '@prosa/files/digest'
import { env } from '../config/env.ts'
import { call } from './client.ts'
import { ApiError, errorOfAnswer, errorOfCode } from './errors.ts'

/** Maximum number of attempts per part if the connection breaks. The pause doubles each time. */
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 500
/** Interval in milliseconds between checks whether a file was scanned, and the maximum number of checks. */
const CHECK_MS = 2_000
const CHECKS_MOST = 150
const STILL_CHECKED = 'O arquivo ainda está sendo verificado. Tente de novo daqui a pouco.'

interface Uploading {
  signal: AbortSignal
  /** Progress from 0 to 1. */
  onProgress: (share: number) => void
}

/** Number of running uploads by file id. Files with the same content have the same id. */
const running = new Map<string, number>()
/** Ids of files that this tab has uploaded completely. A message may be about to use them. */
const brought = new Set<string>()

/**
 * Uploads a file and returns its id. Sends no bytes that the server already has.
 * @throws ApiError with the reason if the file is not accepted; the signal's reason if aborted
 */
export async function upload(blob: Blob, filename: string, { signal, onProgress }: Uploading): Promise<string> {
  const sha256 = await sha256Of(blob)
  const body = { sha256, size: blob.size, mime_type: blob.type, filename, part_bytes: partBytesOf(blob.size) }
  let file = (await call(createFile, { body, signal })).data
  const { part_bytes: partBytes = PART_BYTES.most } = file
  const parts = Math.ceil(blob.size / partBytes)
  const { id } = file
  running.set(id, (running.get(id) ?? 0) + 1)
  try {
    for (const part of file.missing) {
      // Another upload has sent this part meanwhile.
      if (!file.missing.includes(part)) continue
      onProgress((part - 1) / parts)
      file = await sendPart(id, part, blob.slice((part - 1) * partBytes, part * partBytes), signal)
    }
    file = await checked(file, signal)
  } catch (error) {
    // No other upload of this tab needs the file. Without this call the server would delete it after a day.
    if (signal.aborted && running.get(id) === 1 && !brought.has(id))
      void call(deleteFile, { params: { id } }).catch(() => undefined)
    throw error
  } finally {
    running.set(id, (running.get(id) ?? 1) - 1)
    if (running.get(id) === 0) running.delete(id)
  }
  onProgress(1)
  if (file.state === 'checking') throw fileError(STILL_CHECKED)
  if (file.state !== 'stored') throw fileError(file.reason ?? 'O arquivo não pôde ser enviado.')
  brought.add(id)
  return file.id
}

/** Waits until the server's scanner has checked the file, at most five minutes, and returns its last state. */
async function checked(file: StoredFile, signal: AbortSignal): Promise<StoredFile> {
  let now = file
  for (let left = CHECKS_MOST; now.state === 'checking' && left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    signal.throwIfAborted()
    now = (await call(getFile, { params: { id: file.id }, signal })).data
  }
  return now
}

/** Creates an error whose message is shown on the file's message bubble. */
export const fileError = (words: string): ApiError =>
  new ApiError({ message: words, serverMessage: words, code: 'VALIDATION_ERROR', statusCode: 400 })

async function sendPart(id: string, part: number, bytes: Blob, signal: AbortSignal): Promise<StoredFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putPart(id, part, bytes, signal)
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !isPassing(error)) throw error
      // The session renews its expired token on any call of the contract.
      if (error instanceof ApiError && error.statusCode === 401) await call(getFile, { params: { id }, signal })
      else await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 401 || error.statusCode >= 500)

/** Sends the bytes of one part. The client of the contract sends only JSON. */
async function putPart(id: string, part: number, bytes: Blob, signal: AbortSignal): Promise<StoredFile> {
  const path = fillPath(putFilePart.path, { id, n: String(part) })
  let response: Response
  try {
    response = await fetch(`${env.apiBaseUrl}${path}`, {
      method: putFilePart.method,
      credentials: 'include',
      signal,
      headers: { 'content-type': 'application/octet-stream', [HEADERS.requestTime]: new Date().toISOString() },
      body: bytes,
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw errorOfCode('NETWORK_ERROR')
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOfAnswer(response.status, body)
  return putFilePart.answer.parse(body).data
}
