import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { HEADERS } from '@prosa/contract/http'

export interface Answer {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** A client that costs little beside what it measures: one kept connection, no parsing. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #url: URL
  readonly #usual: Record<string, string>

  /** `usual`: what each request says beside its own. */
  constructor(url: string, cookie = '', usual: Record<string, string> = {}) {
    this.#url = new URL(url)
    this.#usual = { ...usual, ...(cookie ? { cookie } : {}) }
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path)
  }

  /** A GET that must be answered with 200. */
  async read(path: string): Promise<string> {
    const { status, body } = await this.get(path)
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${body.slice(0, 200)}`)
    return body
  }

  /** A request with a body that must be answered with 200; one that is text already is said as it is. */
  async write(method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.#send(method, path, typeof body === 'string' ? body : JSON.stringify(body), headers)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
    return answer
  }

  /** A PUT of bytes that must be answered with 200. */
  async bring(path: string, bytes: Buffer): Promise<Answer> {
    const answer = await this.#send('PUT', path, bytes, { 'content-type': 'application/octet-stream' })
    if (answer.status !== 200) throw new Error(`PUT ${path} was answered with ${answer.status}: ${answer.body.slice(0, 200)}`)
    return answer
  }

  /** The body of a GET as it comes: whoever reads it slowly holds it up. */
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

  #send(method: string, path: string, body?: string | Buffer, more: Record<string, string> = {}): Promise<Answer> {
    const at = new Date().toISOString()
    const headers: Record<string, string | number> = { [HEADERS.requestTime]: at, ...this.#usual, ...more }
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
