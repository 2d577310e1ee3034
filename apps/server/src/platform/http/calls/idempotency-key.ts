import { idempotencyKey } from '@prosa/contract/fields'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { errors } from '../../errors.ts'
import { hashJson } from '../../json/hash-json.ts'

/** The client's key and the hash of its request, which are stored in the columns `client_key` and `request_hash` of the created row. */
export interface IdempotencyKey {
  clientKey: string
  requestHash: string
}

/** Schema for the API reference of a call that accepts a key. */
export const IDEMPOTENCY_KEY_SCHEMA = {
  headers: z.object({ [HTTP_HEADERS.idempotencyKey]: z.optional(idempotencyKey) }),
  description: 'Com Idempotency-Key, o mesmo pedido é feito uma só vez; outro pedido com a mesma chave é recusado (409).',
}

/**
 * Parses the request's Idempotency-Key and hashes `content`: the call, its user and its parsed body. Returns null without the header.
 * The key is stored with a space for each colon. The server's own keys contain colons and no spaces, so that a client's key can never equal
 * one.
 * @throws 400 unless the key is 1 to 255 visible characters
 */
export function parseIdempotencyKey(request: FastifyRequest, content: object): IdempotencyKey | null {
  const sent = request.headers[HTTP_HEADERS.idempotencyKey]
  if (sent === undefined) return null
  const key = idempotencyKey.safeParse(sent)
  if (!key.success) throw errors.invalid('Idempotency-Key inválida.')
  return { clientKey: key.data.replaceAll(':', ' '), requestHash: hashJson(content) }
}

/**
 * Verifies that a request is the one that created a row with the same key. A row without a hash was created by a channel, or before hashes
 * were stored, and matches any request.
 * @throws 409 if the requests differ
 */
export function requireSameRequest(
  stored: { requestHash: string | null },
  sent: { requestHash?: string | undefined } | null,
): void {
  if (stored.requestHash !== null && stored.requestHash !== sent?.requestHash) throw errors.keyReused()
}

/** Returns a stored key as the client wrote it, or null. */
export const toClientKey = (stored: string | null): string | null => stored?.replaceAll(' ', ':') ?? null
