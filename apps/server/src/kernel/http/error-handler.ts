import { STATUS_CODES } from 'node:http'
import type { ErrorAnswer } from '@prosa/contract/answer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '../db/database.ts'
import { AppError, errors } from '../errors.ts'

/** PostgreSQL refuses connections, is starting or stopping, is out of disk, or was cut off: try again later. */
const UNAVAILABLE = /^(08|53|57P|40001|40P01)/
/** A statement took longer than it may. */
const TOO_SLOW = '57014'
/** A value that the database cannot hold, and that no schema refused before. */
const BAD_VALUE = /^22/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'])

/** One place that turns whatever was thrown into the contract's error shape; what it does not know is a 500 without detail. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) => refuse(reply, errors.notFound()))
}

/** Answers what was thrown; also for errors that come before there is a route, such as a malformed address. */
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

function translate(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.statusCode === 413) return errors.tooLarge()
  if (error.statusCode === 415) return errors.unsupported()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return errors.invalid()
  const state = sqlState(error)
  if (state === TOO_SLOW) return errors.tooSlow()
  if (state && BAD_VALUE.test(state)) return errors.invalid()
  const cause = (error.cause ?? error) as { code?: string; message?: string }
  if (
    (state && UNAVAILABLE.test(state)) ||
    (cause.code && NETWORK.has(cause.code)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(cause.message ?? '')
  ) {
    return errors.unavailable()
  }
  return errors.internal()
}
