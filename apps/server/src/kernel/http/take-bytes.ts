import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../errors.ts'
import type { RouteOptions } from './contract-route.ts'
import { BYTES_TIMEOUT_MS } from './time-outs.ts'

const BYTES_ONLY = 'Envie os bytes da parte (content-type application/octet-stream).'

/** Registers routes that take bytes, so many at once and over slow lines; elsewhere they are refused. */
export const takeBytes = (
  api: FastifyInstance,
  bodyLimit: number,
  register: (bytes: FastifyInstance, options: RouteOptions) => void,
): PromiseLike<unknown> =>
  api.register(async (bytes) => {
    bytes.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit }, (_, body, parsed) =>
      parsed(null, body),
    )
    register(bytes, { bodyLimit, config: { withinMs: BYTES_TIMEOUT_MS } })
  })

/** What such a route was sent. @throws 415 when it is no bytes */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  if (!(body instanceof Uint8Array)) throw errors.unsupported(BYTES_ONLY)
  return body
}
