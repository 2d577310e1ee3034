import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, refuse } from './meta-answers.ts'
import { APP_ID, META_TOKEN } from './meta-signup.ts'

/** The example of a header on its way to the double. */
export interface MetaExample {
  filename: string
  mimeType: string
  length: number
  bytes: Buffer
  /** From where each try went on, and how many bytes of it came. */
  tries: { offset: number; bytes: number }[]
  handle: string | null
}

/** Of the double, what uploads in parts are about. */
interface Examples {
  examples: Map<string, MetaExample>
  handles: Set<string>
  /** After so many bytes the line breaks, once for each of these. */
  exampleCuts: number[]
}

/** Meta's resumable uploads (TPL-03): what came before a cut stays, and is asked for. */
export const metaExamples = (double: Examples) => {
  const begin = (response: ServerResponse, query: URLSearchParams) => {
    const [filename, length, mimeType] = ['file_name', 'file_length', 'file_type'].map((name) => query.get(name) ?? '')
    if (!filename || !mimeType || !Number(length)) return refuse(response, 100)
    const id = `upload:${randomBytes(9).toString('base64url')}==?sig=${randomBytes(6).toString('base64url')}`
    double.examples.set(id, { filename, mimeType, length: Number(length), bytes: Buffer.alloc(0), tries: [], handle: null })
    return answer(response, { id })
  }

  const take = async (request: IncomingMessage, response: ServerResponse, id: string) => {
    const example = double.examples.get(id)
    if (request.headers.authorization !== `OAuth ${META_TOKEN}`) return refuse(response, 190)
    if (!example) return refuse(response, 100)
    if (request.method === 'GET') return answer(response, { id, file_offset: example.bytes.length })
    const offset = Number(request.headers['file_offset'])
    if (offset !== example.bytes.length) return refuse(response, 100)
    const cut = double.exampleCuts.shift() ?? Number.POSITIVE_INFINITY
    const attempt = { offset, bytes: 0 }
    example.tries.push(attempt)
    for await (const chunk of request) {
      const part = (chunk as Buffer).subarray(0, cut - attempt.bytes)
      example.bytes = Buffer.concat([example.bytes, part])
      attempt.bytes += part.length
      if (attempt.bytes >= cut) return void request.socket.destroy()
    }
    if (example.bytes.length !== example.length) return refuse(response, 100)
    example.handle ??= `4::${randomBytes(12).toString('base64')}`
    double.handles.add(example.handle)
    return answer(response, { h: example.handle })
  }

  return {
    /** What is about such an upload: its begin at the app, and its bytes. */
    isOpen: (first: string, second: string | undefined): boolean =>
      first.startsWith('upload:') || (first === APP_ID && second === 'uploads'),
    open: (request: IncomingMessage, response: ServerResponse, { id, query }: { id: string; query: URLSearchParams }) => {
      if (id.startsWith('upload:')) return take(request, response, id)
      return request.headers.authorization === `Bearer ${META_TOKEN}` ? begin(response, query) : refuse(response, 190)
    },
  }
}
