import { idempotencyKey as schema } from '@prosa/contract/fields'
import { HEADERS } from '@prosa/contract/http'
import type { FastifyRequest } from 'fastify'
import { errors } from '../errors.ts'

/**
 * Returns the request's Idempotency-Key in its stored form, with a space for each colon, or null if there is none. The server's own keys
 * contain colons and no spaces, so that a client's key can never equal one.
 * @throws 400 unless it is 1 to 255 visible characters
 */
export function idempotencyKey(request: FastifyRequest): string | null {
  const sent = request.headers[HEADERS.idempotencyKey]
  if (sent === undefined) return null
  const key = schema.safeParse(sent)
  if (!key.success) throw errors.invalid('Idempotency-Key inválida.')
  return key.data.replaceAll(':', ' ')
}

/** Returns a stored key as the client wrote it, or null. */
export const writtenKey = (stored: string | null): string | null => stored?.replaceAll(' ', ':') ?? null
