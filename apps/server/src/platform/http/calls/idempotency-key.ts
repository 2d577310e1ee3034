import { idempotencyKey } from '@prosa/contract/fields'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { errors } from '../../errors.ts'
import { hashJson } from '../../json/hash-json.ts'

/** A client's idempotency key and a hash of its request. The row that the request creates stores both (`client_key`, `request_hash`). */
export interface IdempotencyKey {
  clientKey: string
  requestHash: string
}

/** Schema of the Idempotency-Key header for the API reference. */
export const IDEMPOTENCY_KEY_SCHEMA = {
  headers: z.object({ [HTTP_HEADERS.idempotencyKey]: z.optional(idempotencyKey) }),
  description: 'Com Idempotency-Key, o mesmo pedido é feito uma só vez; outro pedido com a mesma chave é recusado (409).',
}

/**
 * Parses the Idempotency-Key header of a request; null if missing. `content`: endpoint, user and parsed body, which are hashed. Replaces
 * colons in the key by spaces, so that the key never equals one that the server generated, which contains colons.
 * @throws 400 unless the key is 1 to 255 visible characters
 */
export function parseIdempotencyKey(request: FastifyRequest, content: object): IdempotencyKey | null {
  const headerValue = request.headers[HTTP_HEADERS.idempotencyKey]
  if (headerValue === undefined) return null
  const key = idempotencyKey.safeParse(headerValue)
  if (!key.success) throw errors.invalid('Idempotency-Key inválida.')
  return { clientKey: key.data.replaceAll(':', ' '), requestHash: hashJson(content) }
}

/**
 * Verifies that a repeated request equals the one that created the stored row with the same idempotency key. A row without a hash (created
 * by a channel, or before hashes were stored) matches any request.
 * @throws 409 if the requests differ
 */
export function requireSameRequest(
  storedRow: { requestHash: string | null },
  request: { requestHash?: string | undefined } | null,
): void {
  if (storedRow.requestHash !== null && storedRow.requestHash !== request?.requestHash) throw errors.idempotencyKeyReused()
}

/** Converts a stored idempotency key to the form in which the client sent it. Returns null for null. */
export const toClientKey = (storedKey: string | null): string | null => storedKey?.replaceAll(' ', ':') ?? null
