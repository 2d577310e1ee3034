import { createWebchatFile, putWebchatFilePart } from '@prosa/contract/calls/webchat-files'
import { file as fileSchema, PART_BYTES, partBytesOf, type StoredFile } from '@prosa/contract/entities/file'
import { fillPath } from '@prosa/contract/http'
import { sha256Of } from '@prosa/files/digest'
import * as z from 'zod/mini'
import { type Failed, failed, failureOf, request } from '../api.ts'

const answer = z.object({ data: fileSchema })
const refusal = z.object({ fieldErrors: z.object({ file: z.string() }) })
const NOT_TAKEN = 'O arquivo não pôde ser enviado.'
const MINUTE_S = 60
const CHECK_MS = 5_000

interface Uploading {
  readonly agentId: string
  readonly signal: AbortSignal
  /** Progress from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Uploads a file, or resumes an earlier upload of it. Returns its id, or the failure. */
export async function upload(blob: Blob, filename: string, { agentId, signal, onProgress }: Uploading): Promise<string | Failed> {
  const about = { size: blob.size, mime_type: blob.type, filename, part_bytes: partBytesOf(blob.size) }
  const body = JSON.stringify({ sha256: await sha256Of(blob), ...about })
  const headers = { 'content-type': 'application/json' }
  const announce = () => ask(fillPath(createWebchatFile.path, { agentId }), { method: 'POST', body, headers, signal }, tooMany)
  const announced = await announce()
  if ('ok' in announced) return announced
  const { part_bytes: partBytes = PART_BYTES.most } = announced
  const parts = Math.ceil(blob.size / partBytes)
  let file = announced
  for (const part of announced.missing) {
    onProgress((part - 1) / parts)
    const path = fillPath(putWebchatFilePart.path, { agentId, id: announced.id, n: String(part) })
    const body = blob.slice((part - 1) * partBytes, part * partBytes)
    const put = await ask(path, { method: 'PUT', body, headers: { 'content-type': 'application/octet-stream' }, signal })
    if ('ok' in put) return put
    file = put
  }
  onProgress(1)
  // The server's scanner has not checked it yet. Announcing it again returns its current state.
  while (file.state === 'checking') {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    const again = await announce()
    if ('ok' in again) return again
    file = again
  }
  return file.state === 'stored' ? file.id : refused(file.reason ?? NOT_TAKEN)
}

const refused = (words: string): Failed => ({ ...failed('refused'), words })

/** Failure for too many requests. Waiting could take hours and would delay the texts behind it. */
const tooMany = (seconds: number): Failed =>
  refused(
    seconds <= MINUTE_S
      ? 'Muitos arquivos de uma vez. Tente de novo em um minuto.'
      : `Muitos arquivos de uma vez. Tente de novo em ${Math.ceil(seconds / MINUTE_S)} minutos.`,
  )

async function ask(
  path: string,
  init: Parameters<typeof request>[1],
  onLimit?: (seconds: number) => Failed,
): Promise<StoredFile | Failed> {
  try {
    const response = await request(path, init)
    if (response.ok) return answer.parse(await response.json()).data
    const retryAfter = response.headers.get('retry-after')
    if (response.status === 429 && onLimit) return onLimit(Number(retryAfter))
    const why = refusal.safeParse(await response.json().catch(() => null))
    return { ...failed(failureOf(response.status), retryAfter), ...(why.success ? { words: why.data.fieldErrors.file } : {}) }
  } catch {
    return failed('offline')
  }
}
