import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { HTTP_HEADERS } from '@prosa/contract/http'

export interface HttpAnswer {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** An HTTP client with little overhead: one persistent connection and no parsing. */
export class HttpCaller {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #url: URL
  readonly #usual: Record<string, string>

  /** `usual`: headers of every request. */
  constructor(url: string, cookie = '', usual: Record<string, string> = {}) {
    this.#url = new URL(url)
    this.#usual = { ...usual, ...(cookie ? { cookie } : {}) }
  }

  get(path: string): Promise<HttpAnswer> {
    return this.#send('GET', path)
  }

  /**
   * Sends a GET request.
   * @throws if the answer is not 200
   */
  async read(path: string): Promise<string> {
    const { status, body } = await this.get(path)
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${body.slice(0, 200)}`)
    return body
  }

  /**
   * Sends a request with a body; a string is sent unchanged, other values as JSON.
   * @throws if the answer is not 200
   */
  async write(method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    const answer = await this.#send(method, path, typeof body === 'string' ? body : JSON.stringify(body), headers)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
    return answer
  }

  /**
   * Sends bytes with PUT.
   * @throws if the answer is not 200
   */
  async bring(path: string, bytes: Buffer): Promise<HttpAnswer> {
    const answer = await this.#send('PUT', path, bytes, { 'content-type': 'application/octet-stream' })
    if (answer.status !== 200) throw new Error(`PUT ${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
    return answer
  }

  /** Sends a GET request and returns the response as a stream. Slow reading delays the server. */
  async open(path: string): Promise<IncomingMessage> {
    const { hostname, port } = this.#url
    const asked = request({ agent: this.#agent, hostname, port, path, headers: this.#usual })
    asked.end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    if (response.statusCode !== 200) throw new Error(`GET ${path} was answered with ${response.statusCode}`)
    return response
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, body?: string | Buffer, more: Record<string, string> = {}): Promise<HttpAnswer> {
    const at = new Date().toISOString()
    const headers: Record<string, string | number> = { [HTTP_HEADERS.requestTime]: at, ...this.#usual, ...more }
    if (body !== undefined) {
      headers['content-type'] ??= 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#url
      const sent = request({ agent: this.#agent, hostname, port, method, path, headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const cookies = response.headers['set-cookie'] ?? []
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString(), cookies })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
