import * as http from 'node:http'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { FetchedResource, FetchFailure, FetchLimits, WebFetcher } from '../../platform/external-services/web-fetcher.ts'
import { DeadlineExceededError, withDeadline } from '../../platform/external-services/with-deadline.ts'
import { createDnsLookup } from './dns-lookup.ts'

const MAX_REDIRECTS = 3

/** Options of the web client, which only tests with their own web site set. */
export interface WebClientOptions {
  /** IP addresses of this machine that the client treats as public. */
  readonly allowedAddresses?: readonly string[]
  /** Ports that the client may connect to in addition to 80 and 443. */
  readonly additionalPorts?: readonly number[]
  readonly lookup?: LookupFunction
}

const lookupByDns = createDnsLookup()

class FetchError extends Error {
  readonly reason: FetchFailure
  readonly status: number | undefined
  constructor(reason: FetchFailure, status?: number) {
    super(reason)
    this.reason = reason
    this.status = status
  }
}

/** Parses an http or https URL. @throws FetchError for any other scheme, for credentials in the URL, or for a port that is not allowed */
function parsePublicUrl(rawUrl: string, { additionalPorts = [] }: WebClientOptions): URL {
  const url = URL.parse(rawUrl)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new FetchError('not-public')
  if (url.port !== '' && ![80, 443, ...additionalPorts].includes(Number(url.port))) throw new FetchError('not-public')
  return url
}

/**
 * Sends one HTTP request without following redirects.
 * @throws if the IP address is not public, the connection fails, or the server switches protocols
 */
function sendRequest(url: URL, options: WebClientOptions, signal: AbortSignal): Promise<http.IncomingMessage> {
  const { allowedAddresses = [], lookup = lookupByDns } = options
  const filter = { allowIPAddressList: [...allowedAddresses], keepAlive: false, lookup }
  const isSafe = url.protocol === 'https:'
  const agent = isSafe ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter)
  const request = (isSafe ? https : http).request(url, {
    agent,
    signal,
    headers: { accept: 'text/html,application/xhtml+xml,text/plain,*/*;q=0.5', 'accept-encoding': 'gzip', 'user-agent': 'Prosa' },
  })
  request.end()
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    request.on('close', () => reject(new Error('The connection was closed before an answer')))
    // After a protocol upgrade, Node emits no response and does not close the socket.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      reject(new FetchError('refused', statusCode))
    })
  })
}

const decompressBody = (response: http.IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']
  if (encoding === 'gzip') return response.pipe(createGunzip())
  if (encoding === 'deflate') return response.pipe(createInflate())
  if (encoding === 'br') return response.pipe(createBrotliDecompress())
  return response
}

/** Reads and decompresses the body of a response. @throws FetchError if the decompressed body is larger than `maxBytes` */
async function readResponseBody(response: http.IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  const body = decompressBody(response)
  if (body !== response) response.on('error', (error) => body.destroy(error))
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new FetchError('too-large')
    chunks.push(chunk as Buffer)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

async function fetchFollowingRedirects(
  rawUrl: string,
  { maxBytes }: FetchLimits,
  options: WebClientOptions,
  signal: AbortSignal,
): Promise<FetchedResource> {
  let url = parsePublicUrl(rawUrl, options)
  for (let redirectsLeft = MAX_REDIRECTS; ; redirectsLeft -= 1) {
    const response = await sendRequest(url, options, signal)
    try {
      const { statusCode: status = 0, headers } = response
      if (REDIRECT_STATUSES.has(status) && headers.location !== undefined) {
        if (redirectsLeft === 0) throw new FetchError('too-many-redirects')
        url = parsePublicUrl(URL.parse(headers.location, url.href)?.href ?? '', options)
        continue
      }
      if (status !== 200) throw new FetchError('refused', status)
      const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim())
      const charset = parameters.find((part) => part.toLowerCase().startsWith('charset='))?.slice('charset='.length)
      return {
        url: url.href,
        bytes: await readResponseBody(response, maxBytes),
        mimeType: type.toLowerCase() || null,
        charset: charset?.replaceAll('"', '') || null,
      }
    } finally {
      response.destroy()
    }
  }
}

/** Whether the filtering agent blocked an IP address. Recognized by the error's message, because the agent sets no error code. */
const isBlockedByAgent = (error: unknown): boolean => error instanceof Error && error.message.includes('is not allowed. Because')

/** Creates a web client that fetches only from public IP addresses. */
export const createPublicWebClient = (options: WebClientOptions = {}): WebFetcher => ({
  fetch: async (url, limits) => {
    try {
      return await withDeadline(limits.timeoutMs, (signal) => fetchFollowingRedirects(url, limits, options, signal))
    } catch (error) {
      if (error instanceof FetchError)
        return { failed: error.reason, ...(error.status === undefined ? {} : { status: error.status }) }
      if (isBlockedByAgent(error)) return { failed: 'not-public' }
      return { failed: error instanceof DeadlineExceededError ? 'too-slow' : 'unreachable' }
    }
  },
})
