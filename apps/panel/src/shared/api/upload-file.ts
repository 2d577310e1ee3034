import { createFile, deleteFile, getFile, putFilePart } from '@prosa/contract/calls/files'
import { PART_BYTES, partBytesOf, type StoredFile } from '@prosa/contract/entities/file'
import { fillPath, HEADERS } from '@prosa/contract/http'
import { sha256Of } from '@prosa/files/digest'
import { env } from '../config/env.ts'
import { call } from './client.ts'
import { ApiError, errorOfAnswer, errorOfCode } from './errors.ts'

/** A line that breaks is tried again so often for one part, ever later. */
const ATTEMPTS = 4
const FIRST_PAUSE_MS = 500
/** Between questions whether a file has been looked at, and how long they go on. */
const CHECK_MS = 2_000
const CHECKS_MOST = 150
const STILL_CHECKED = 'O arquivo ainda está sendo verificado. Tente de novo daqui a pouco.'

interface Uploading {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads under way by the file that they bring: the same content is the same file. */
const running = new Map<string, number>()
/** Those that this tab has brought whole: a message may be about to go with them. */
const brought = new Set<string>()

/**
 * Brings a file to the server, or finds it there: of what is there already not a byte leaves. @returns its id
 * @throws ApiError, whose message says why it may not go; what the signal was aborted with
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
      // Another has brought it meanwhile.
      if (!file.missing.includes(part)) continue
      onProgress((part - 1) / parts)
      file = await sendPart(id, part, blob.slice((part - 1) * partBytes, part * partBytes), signal)
    }
    file = await checked(file, signal)
  } catch (error) {
    // Nobody waits for it any more; a day later it would go by itself.
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

/** The same file once the server's scanner has looked at it, or after five minutes without a word of it. */
async function checked(file: StoredFile, signal: AbortSignal): Promise<StoredFile> {
  let now = file
  for (let left = CHECKS_MOST; now.state === 'checking' && left > 0; left--) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    signal.throwIfAborted()
    now = (await call(getFile, { params: { id: file.id }, signal })).data
  }
  return now
}

/** Why a file may not go, as its bubble says it. */
export const fileError = (words: string): ApiError =>
  new ApiError({ message: words, serverMessage: words, code: 'VALIDATION_ERROR', statusCode: 400 })

async function sendPart(id: string, part: number, bytes: Blob, signal: AbortSignal): Promise<StoredFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await putPart(id, part, bytes, signal)
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS || !isPassing(error)) throw error
      // A session's token that has run out is renewed by any call of the contract.
      if (error instanceof ApiError && error.statusCode === 401) await call(getFile, { params: { id }, signal })
      else await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt))
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 401 || error.statusCode >= 500)

/** Bytes are no JSON, so the contract's own client does not send them. */
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
