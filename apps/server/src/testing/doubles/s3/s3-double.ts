import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignatureValid } from './s3-signature.ts'

const BUCKET = 'prosa-files'
const ACCESS_KEY = { key: 'AKIAPROSATEST', secret: 'a secret of nobody else’s' }

/**
 * A local store with one bucket that speaks S3's wire format, as stores other than Amazon's do: it verifies signatures but no checksums.
 */
export interface S3Double {
  /** Environment variables to start the server with. */
  env: Record<string, string>
  objects: Map<string, Buffer>
  /** Multipart uploads that were started and neither completed nor aborted. */
  unfinished: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Kinds of the received requests, in order. */
  asked: string[]
  /** If true, every request fails as temporarily unavailable. */
  isDown: boolean
  close(): Promise<void>
}

const computeEtag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

export async function openS3Double(): Promise<S3Double> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: S3Double = {
    env: {
      STORAGE_S3_ENDPOINT: url,
      STORAGE_S3_REGION: 'us-east-1',
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_KEY: ACCESS_KEY.key,
      STORAGE_S3_SECRET: ACCESS_KEY.secret,
    },
    objects: new Map(),
    unfinished: new Map(),
    asked: [],
    isDown: false,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [bucket, ...rest] = decodeURIComponent(pathname.slice(1)).split('/')
    if (double.isDown) return sendS3Error(response, 503, 'ServiceUnavailable')
    if (!isSignatureValid(request, body, ACCESS_KEY)) return sendS3Error(response, 403, 'SignatureDoesNotMatch')
    if (bucket !== BUCKET) return sendS3Error(response, 404, 'NoSuchBucket')
    const names = Object.keys(request.headers)
    if (names.some((name) => name.startsWith('x-amz-checksum') || name.startsWith('x-amz-sdk-checksum')))
      return sendS3Error(response, 501, 'NotImplemented')
    answer({ request, response, body, query: searchParams, key: rest.join('/') })
  }

  interface Asked {
    request: IncomingMessage
    response: ServerResponse
    body: Buffer
    query: URLSearchParams
    key: string
  }

  function answer(asked: Asked): void {
    const { request, query, key } = asked
    const kind =
      query.has('uploads') || query.has('uploadId')
        ? 'parts'
        : request.headers['x-amz-copy-source']
          ? 'copy'
          : key === ''
            ? 'list'
            : (request.method ?? '').toLowerCase()
    double.asked.push(kind)
    const how = { parts, copy, list, put, get, head: get, delete: remove }[kind]
    if (how) how(asked)
    else sendS3Error(asked.response, 405, 'MethodNotAllowed')
  }

  function put({ response, body, key }: Asked): void {
    double.objects.set(key, body)
    response.writeHead(200, { etag: computeEtag(body) }).end()
  }

  function get({ request, response, key }: Asked): void {
    const whole = double.objects.get(key)
    if (!whole) return sendS3Error(response, 404, 'NoSuchKey', request.method === 'HEAD')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from !== undefined && Number(from) >= whole.length) return sendS3Error(response, 416, 'InvalidRange')
    const bytes = from === undefined ? whole : whole.subarray(Number(from), Number(to) + 1)
    const range =
      from === undefined ? {} : { 'content-range': `bytes ${from}-${Number(from) + bytes.length - 1}/${whole.length}` }
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': bytes.length, etag: computeEtag(whole), ...range })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }

  function remove({ response, key }: Asked): void {
    double.objects.delete(key)
    response.writeHead(204).end()
  }

  function copy({ request, response, key }: Asked): void {
    const source = decodeURIComponent(String(request.headers['x-amz-copy-source'])).replace(`${BUCKET}/`, '')
    const bytes = double.objects.get(source)
    if (!bytes) return sendS3Error(response, 404, 'NoSuchKey')
    double.objects.set(key, bytes)
    sendXml(
      response,
      'CopyObjectResult',
      `<ETag>${computeEtag(bytes)}</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified>`,
    )
  }

  /** Lists two objects per page, so that clients must request further pages. */
  function list({ response, query }: Asked): void {
    const after = query.get('continuation-token') ?? ''
    const found = [...double.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
    const page = found.slice(0, 2)
    const isCut = found.length > page.length
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>${double.objects.get(key)?.length}</Size></Contents>`)
    sendXml(response, 'ListBucketResult', `<Name>${BUCKET}</Name><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}`)
  }

  function parts({ request, response, query, key, body }: Asked): void {
    if (query.has('uploads')) {
      const id = randomUUID()
      double.unfinished.set(id, { key, parts: new Map() })
      return sendXml(
        response,
        'InitiateMultipartUploadResult',
        `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const upload = double.unfinished.get(id)
    if (upload?.key !== key) return sendS3Error(response, 404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      response.writeHead(200, { etag: computeEtag(body) }).end()
      return
    }
    double.unfinished.delete(id)
    if (request.method === 'DELETE') return void response.writeHead(204).end()
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
    const sent = named.map((number) => upload.parts.get(number) ?? Buffer.alloc(0))
    // All parts except the last have a minimum size.
    if (sent.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024)) return sendS3Error(response, 400, 'EntityTooSmall')
    double.objects.set(key, Buffer.concat(sent))
    sendXml(
      response,
      'CompleteMultipartUploadResult',
      `<Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>"whole-${sent.length}"</ETag>`,
    )
  }

  return double
}

function sendXml(response: ServerResponse, name: string, inside: string, status = 200): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><${name}>${inside}</${name}>`
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body)
}

function sendS3Error(response: ServerResponse, status: number, code: string, isHead = false): void {
  if (isHead) response.writeHead(status).end()
  else sendXml(response, 'Error', `<Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId>`, status)
}
