import { Readable } from 'node:stream'
import type { Call } from '@prosa/contract/define-call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../errors.ts'
import type { RouteOptions } from '../calls/contract-route.ts'
import { UPLOAD_TIMEOUT_MS } from '../timeouts.ts'

const OCTET_STREAM_ONLY_MESSAGE = 'Envie os bytes da parte (content-type application/octet-stream).'

/**
 * Registers routes that read the request body as a stream of bytes. They accept only `application/octet-stream`, and return 415 for other
 * content types; all other routes return 415 for that type.
 */
export const registerStreamedRoutes = (
  api: FastifyInstance,
  bodyLimit: number,
  register: (instance: FastifyInstance, options: Pick<RouteOptions<Call>, 'bodyLimit' | 'config'>) => void,
): PromiseLike<unknown> =>
  api.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    register(instance, { bodyLimit, config: { arrivalTimeoutMs: UPLOAD_TIMEOUT_MS, isStreamed: true } })
  })

/** Returns the body stream of a request to a route from `registerStreamedRoutes`. @throws 415 if there is no body stream */
export function getBodyStream({ body }: Pick<FastifyRequest, 'body'>): Readable {
  if (!(body instanceof Readable)) throw errors.unsupportedMediaType(OCTET_STREAM_ONLY_MESSAGE)
  return body
}

/** Returns the Content-Length of a request in bytes; null for a chunked body. */
export function getContentLength({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/**
 * Returns the Content-Length of a request to a route from `registerStreamedRoutes`; null for a chunked body.
 * @throws 415 for any content type except application/octet-stream
 */
export function getStreamedContentLength(request: Pick<FastifyRequest, 'headers'>): number | null {
  if (!/^application\/octet-stream\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw errors.unsupportedMediaType(OCTET_STREAM_ONLY_MESSAGE)
  return getContentLength(request)
}

/**
 * Yields the bytes of `source`, and verifies that there are exactly `size`.
 * @throws the error of `createSizeError` if there are more or fewer bytes, or `source` fails
 */
export async function* streamExactBytes(
  source: Readable,
  size: number,
  createSizeError: () => Error,
): AsyncGenerator<Uint8Array> {
  let remainingBytes = size
  try {
    // The source is not destroyed, because that would close the connection before the response is sent.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      remainingBytes -= chunk.length
      if (remainingBytes < 0) break
      yield chunk
    }
  } catch {
    throw createSizeError()
  }
  if (remainingBytes !== 0) throw createSizeError()
}
