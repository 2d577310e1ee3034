import { Readable } from 'node:stream'
import type { Call } from '@prosa/contract/define-call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import type { RouteOptions } from '../calls/contract-route.ts'
import { UPLOAD_TIMEOUT_MS } from '../timeouts.ts'

const OCTET_STREAM_ONLY_MESSAGE = 'Envie os bytes da parte (content-type application/octet-stream).'

/**
 * Registers routes whose body is a stream of bytes and is not buffered. They answer 415 to any content type but `application/octet-stream`;
 * all other routes answer 415 to that one.
 */
export const registerStreamedRoutes = (
  api: FastifyInstance,
  bodyLimit: number,
  register: (streams: FastifyInstance, options: Pick<RouteOptions<Call>, 'bodyLimit' | 'config'>) => void,
): PromiseLike<unknown> =>
  api.register(async (streams) => {
    streams.removeAllContentTypeParsers()
    streams.addContentTypeParser('application/octet-stream', (_request, payload, parsed) => parsed(null, payload))
    register(streams, { bodyLimit, config: { withinMs: UPLOAD_TIMEOUT_MS, isStreamed: true } })
  })

/** Returns the body stream of a route that `registerStreamedRoutes` registered. @throws 415 if the request has none */
export function getBodyStream({ body }: Pick<FastifyRequest, 'body'>): Readable {
  if (!(body instanceof Readable)) throw errors.unsupported(OCTET_STREAM_ONLY_MESSAGE)
  return body
}

/** Returns the Content-Length of a request in bytes; null if the header is missing (chunked). */
export function getContentLength({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/**
 * Returns the Content-Length of a request to a route that `registerStreamedRoutes` registered; null if the header is missing. @throws 415 for any
 * other content type
 */
export function getStreamedContentLength(request: Pick<FastifyRequest, 'headers'>): number | null {
  if (!/^application\/octet-stream\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw errors.unsupported(OCTET_STREAM_ONLY_MESSAGE)
  return getContentLength(request)
}

/**
 * Yields the source's bytes unchanged. @throws the error of `wrongSize` once there are more than `size` bytes, or if the source ends early
 * or fails
 */
export async function* streamExactBytes(source: Readable, size: number, wrongSize: () => Error): AsyncGenerator<Uint8Array> {
  let left = size
  try {
    // Destroying the source would close the connection before the answer is out.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      left -= chunk.length
      if (left < 0) break
      yield chunk
    }
  } catch {
    throw wrongSize()
  }
  if (left !== 0) throw wrongSize()
}
