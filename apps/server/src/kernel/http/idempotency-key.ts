import { idempotencyKey as schema } from '@prosa/contract/fields'
import { HEADERS } from '@prosa/contract/http'
import type { FastifyRequest } from 'fastify'
import { errors } from '../errors.ts'

/**
 * The request's Idempotency-Key as it is stored: with a space for each colon. Keys of our own are joined by colons and hold no space, so
 * that no client can take one of theirs.
 * @throws 400 unless it is 1 to 255 visible characters
 */
export function idempotencyKey(request: FastifyRequest): string | null {
  const sent = request.headers[HEADERS.idempotencyKey]
  if (sent === undefined) return null
  const key = schema.safeParse(sent)
  if (!key.success) throw errors.invalid('Idempotency-Key inválida.')
  return key.data.replaceAll(':', ' ')
}

/** A stored key as its client wrote it. */
export const writtenKey = (stored: string | null): string | null => stored?.replaceAll(' ', ':') ?? null
