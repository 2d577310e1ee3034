import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { MetaFile } from './meta-request-bodies.ts'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'

/** How long Meta stores files: received from leads (`KEPT_MS`) and uploaded (`UPLOAD_LIFETIME_MS`). */
const MEDIA_LIFETIME_MS = 7 * 86_400_000
export const UPLOAD_LIFETIME_MS = 30 * 86_400_000

/** The part of the double's state that files use. */
interface MediaState {
  files: Map<string, MetaFile>
  uploads: { readonly id: string }[]
  now: () => number
  fetched: string[]
  described: string[]
}

/** Handles the files that leads sent, and their metadata. */
export const createMediaHandlers = (double: MediaState, url: string) => ({
  /** Whether a file of a lead exists and has not expired. */
  isKnown: (id: string): boolean => {
    const file = double.files.get(id)
    return file !== undefined && double.now() - (file.at ?? double.now()) < MEDIA_LIFETIME_MS
  },
  /**
   * Deletes a received or uploaded file.
   * @returns false if the file does not exist
   */
  remove: (response: ServerResponse, id: string): boolean => {
    const at = double.uploads.findIndex((upload) => upload.id === id)
    if (at >= 0) double.uploads.splice(at, 1)
    else if (!double.files.delete(id)) return false
    sendMetaResponse(response, { success: true })
    return true
  },
  describe: (response: ServerResponse, id: string): void => {
    double.described.push(id)
    const { bytes, mimeType, said } = double.files.get(id) as MetaFile
    sendMetaResponse(response, {
      messaging_product: 'whatsapp',
      url: said?.url ?? `${url}/files/${id}`,
      mime_type: mimeType,
      sha256: said?.sha256 ?? createHash('sha256').update(bytes).digest('hex'),
      file_size: said?.size ?? bytes.length,
      id,
    })
  },
  send: (response: ServerResponse, id: string): void => {
    double.fetched.push(id)
    const file = double.files.get(id)
    if (!file) return sendMetaError(response, 100)
    if ((file.failures ?? 0) > 0) {
      file.failures = (file.failures ?? 0) - 1
      response.writeHead(500).end()
      return
    }
    if ((file.expired ?? 0) > 0) {
      file.expired = (file.expired ?? 0) - 1
      response.writeHead(404).end()
      return
    }
    if (file.redirectTo) response.writeHead(302, { location: file.redirectTo }).end()
    else response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes)
  },
})
