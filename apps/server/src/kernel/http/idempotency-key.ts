import { HEADERS } from '@prosa/contract/http'
import type { FastifyRequest } from 'fastify'
import { errors } from '../errors.ts'

/** @throws 400 when the key is longer than a key may be */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers[HEADERS.idempotencyKey]
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x39\x3b-\x7e]{1,64}$/.test(key)) throw errors.invalid('Idempotency-Key inválida.')
  return key
}
