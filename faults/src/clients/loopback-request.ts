import { request } from 'node:http'
import { HTTP_HEADERS } from '@prosa/contract/http'

interface LoopbackRequest {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Status, challenge and cookie of an answer. A null status means no answer within 30 s. */
export interface LoopbackResponse {
  readonly status: number | null
  readonly challenge: string | null
  readonly cookie: string | null
}

/** Sends a request from a loopback address such as 127.0.7.1. */
export const sendLoopbackRequest = (
  localAddress: string,
  url: string,
  { method = 'GET', path, body, headers }: LoopbackRequest,
): Promise<LoopbackResponse> =>
  new Promise((resolve) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const none = () => resolve({ status: null, challenge: null, cookie: null })
    const asked = request(`${url}${path}`, {
      method,
      localAddress,
      timeout: 30_000,
      headers: {
        [HTTP_HEADERS.requestTime]: new Date().toISOString(),
        ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    })
    asked.on('response', (answer) => {
      answer.resume().on('end', () => {
        const challenge = answer.headers[HTTP_HEADERS.challenge]
        const [cookie = null] = (answer.headers['set-cookie'] ?? []).map((set) => set.split(';')[0] ?? null)
        resolve({ status: answer.statusCode ?? null, challenge: typeof challenge === 'string' ? challenge : null, cookie })
      })
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', none)
    asked.on('close', none)
    asked.end(text)
  })
