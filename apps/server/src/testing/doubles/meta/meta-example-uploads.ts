import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'
import { APP_ID, META_TOKEN } from './meta-signup.ts'

/** An example file for a template header, during or after its upload. */
export interface TemplateExampleFile {
  filename: string
  mimeType: string
  length: number
  bytes: Buffer
  /** Offset at which each upload attempt resumed, and the number of bytes received. */
  tries: { offset: number; bytes: number }[]
  handle: string | null
}

/** The part of the double's state that resumable uploads use. */
interface ExampleUploadState {
  examples: Map<string, TemplateExampleFile>
  handles: Set<string>
  /** Number of bytes after which the connection breaks, once per entry. */
  exampleCuts: number[]
}

/** Handles Meta's resumable uploads (TPL-03): bytes received before an interruption are stored, and the client can query their number. */
export const createExampleUploadHandlers = (double: ExampleUploadState) => {
  const begin = (response: ServerResponse, query: URLSearchParams) => {
    const [filename, length, mimeType] = ['file_name', 'file_length', 'file_type'].map((name) => query.get(name) ?? '')
    if (!filename || !mimeType || !Number(length)) return sendMetaError(response, 100)
    const id = `upload:${randomBytes(9).toString('base64url')}==?sig=${randomBytes(6).toString('base64url')}`
    double.examples.set(id, { filename, mimeType, length: Number(length), bytes: Buffer.alloc(0), tries: [], handle: null })
    return sendMetaResponse(response, { id })
  }

  const take = async (request: IncomingMessage, response: ServerResponse, id: string) => {
    const example = double.examples.get(id)
    if (request.headers.authorization !== `OAuth ${META_TOKEN}`) return sendMetaError(response, 190)
    if (!example) return sendMetaError(response, 100)
    if (request.method === 'GET') return sendMetaResponse(response, { id, file_offset: example.bytes.length })
    const offset = Number(request.headers['file_offset'])
    if (offset !== example.bytes.length) return sendMetaError(response, 100)
    const cut = double.exampleCuts.shift() ?? Number.POSITIVE_INFINITY
    const attempt = { offset, bytes: 0 }
    example.tries.push(attempt)
    for await (const chunk of request) {
      const part = (chunk as Buffer).subarray(0, cut - attempt.bytes)
      example.bytes = Buffer.concat([example.bytes, part])
      attempt.bytes += part.length
      if (attempt.bytes >= cut) return void request.socket.destroy()
    }
    if (example.bytes.length !== example.length) return sendMetaError(response, 100)
    example.handle ??= `4::${randomBytes(12).toString('base64')}`
    double.handles.add(example.handle)
    return sendMetaResponse(response, { h: example.handle })
  }

  return {
    /** Whether a request belongs to a resumable upload: its start at the app, or its bytes. */
    isOpen: (first: string, second: string | undefined): boolean =>
      first.startsWith('upload:') || (first === APP_ID && second === 'uploads'),
    open: (request: IncomingMessage, response: ServerResponse, { id, query }: { id: string; query: URLSearchParams }) => {
      if (id.startsWith('upload:')) return take(request, response, id)
      return request.headers.authorization === `Bearer ${META_TOKEN}` ? begin(response, query) : sendMetaError(response, 190)
    },
  }
}
