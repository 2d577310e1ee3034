import { STATUS_CODES } from 'node:http'
import type { ErrorAnswer } from '@prosa/contract/answer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '../db/database.ts'
import { AppError, errors } from '../errors.ts'

/**
 * SQLSTATEs after which the client should try again: the database is starting or stopping, has closed the connection, rejects logins, or
 * aborted a transaction because of a conflict.
 */
const UNAVAILABLE = /^(08|25006|25P03|28|3D|53|55P03|57P|58|40001|40P01)/
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** SQLSTATE of a statement that exceeded its time limit. */
const TOO_SLOW = '57014'
/** SQLSTATEs of a value that the database cannot store and that no schema rejected before. */
const BAD_VALUE = /^22/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of the PostgreSQL driver for a lost connection, which have no error code. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|Connection ended/

/** Registers handlers that answer every error in the contract's format. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => refuse(reply, errors.notFound()))
}

/** Sends the answer for a thrown error, also for errors before routing, such as a malformed URL. */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = translate(error)
  if (known.statusCode >= 500 && known.statusCode !== 501) request.log.error({ err: error }, 'request failed')
  refuse(reply, known)
}

function refuse(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply.code(error.statusCode).type('application/json; charset=utf-8').serializer(JSON.stringify).send(errorAnswer(error))
}

function errorAnswer(error: AppError): ErrorAnswer {
  const fields = error.fieldErrors
  return {
    success: false,
    message: error.message,
    error: STATUS_CODES[error.statusCode] ?? 'Error',
    code: error.code,
    timestamp: new Date().toISOString(),
    ...(fields ? { fieldErrors: fields, errors: Object.entries(fields).map(([field, message]) => ({ field, message })) } : {}),
  }
}

/** Returns the AppError for any error: 500 without details for an unknown one. */
export function translate(error: Error & { statusCode?: number }): AppError {
  if (error instanceof AppError) return error
  if (error.statusCode === 413) return errors.tooLarge()
  if (error.statusCode === 415) return errors.unsupported()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return errors.invalid()
  const state = sqlState(error)
  if (state === TOO_SLOW) return errors.tooSlow()
  if (state && BAD_VALUE.test(state)) return errors.invalid()
  const all = [...causesOf(error)]
  if (all.some(({ code }) => code && DISK_FULL.has(code))) return errors.diskFull()
  if (all.some(isUnavailable)) return errors.unavailable()
  return errors.internal()
}

interface Failure {
  code?: string
  message?: string
  cause?: unknown
  errors?: unknown[]
}

const isUnavailable = ({ code = '', message = '' }: Failure): boolean =>
  (code.length === 5 && UNAVAILABLE.test(code)) || NETWORK.has(code) || LOST.test(message)

/** Yields an error, its causes and the members of an AggregateError, recursively to a depth of ten. */
function* causesOf(error: unknown, depth = 0): Generator<Failure> {
  if (typeof error !== 'object' || error === null || depth > 10) return
  const failure: Failure = error
  yield failure
  yield* causesOf(failure.cause, depth + 1)
  for (const one of failure.errors ?? []) yield* causesOf(one, depth + 1)
}
