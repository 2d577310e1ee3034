import { STATUS_CODES } from 'node:http'
import type { ErrorResponse } from '@prosa/contract/responses'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getSqlState } from '../database/database.ts'
import { AppError, errors } from '../errors.ts'

/**
 * Matches SQLSTATE codes after which a retry may succeed: the database is not available, or aborted a transaction because of a conflict.
 */
const UNAVAILABLE_SQL_STATES = /^(08|25006|25P03|28|3D|53|55P03|57P|58|40001|40P01)/
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** SQLSTATE of a statement that exceeded its time limit. */
const STATEMENT_TIMEOUT_SQL_STATE = '57014'
/** Matches SQLSTATE codes for a value that the database cannot store and that no schema rejected. */
const INVALID_VALUE_SQL_STATES = /^22/
const NETWORK_ERROR_CODES = new Set([
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
/** Matches messages of the PostgreSQL driver for a lost connection, because these errors have no code. */
const LOST_CONNECTION_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|Connection ended/

/** Registers handlers that return every error in the error format of the API contract. */
export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(sendErrorResponse)
  app.setNotFoundHandler((_request, reply) => sendAppError(reply, errors.notFound()))
}

/** Sends the response for an error, also for errors before routing, such as a malformed URL. */
export function sendErrorResponse(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const appError = toAppError(error)
  if (appError.statusCode >= 500 && appError.statusCode !== 501) request.log.error({ err: error }, 'request failed')
  sendAppError(reply, appError)
}

function sendAppError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(error.statusCode)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(buildErrorResponse(error))
}

function buildErrorResponse(error: AppError): ErrorResponse {
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

/** Converts any error to an AppError. An unknown error becomes 500 without details. */
export function toAppError(error: Error & { statusCode?: number }): AppError {
  if (error instanceof AppError) return error
  if (error.statusCode === 413) return errors.payloadTooLarge()
  if (error.statusCode === 415) return errors.unsupportedMediaType()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return errors.invalid()
  const state = getSqlState(error)
  if (state === STATEMENT_TIMEOUT_SQL_STATE) return errors.queryTimeout()
  if (state && INVALID_VALUE_SQL_STATES.test(state)) return errors.invalid()
  const causes = [...listErrorCauses(error)]
  if (causes.some(({ code }) => code && DISK_FULL_CODES.has(code))) return errors.diskFull()
  if (causes.some(isUnavailable)) return errors.unavailable()
  return errors.internal()
}

interface ErrorLike {
  code?: string
  message?: string
  cause?: unknown
  errors?: unknown[]
}

const isUnavailable = ({ code = '', message = '' }: ErrorLike): boolean =>
  (code.length === 5 && UNAVAILABLE_SQL_STATES.test(code)) ||
  NETWORK_ERROR_CODES.has(code) ||
  LOST_CONNECTION_MESSAGES.test(message)

/** Yields an error, its causes and the errors in an AggregateError, down to a depth of ten. */
function* listErrorCauses(error: unknown, depth = 0): Generator<ErrorLike> {
  if (typeof error !== 'object' || error === null || depth > 10) return
  const failure: ErrorLike = error
  yield failure
  yield* listErrorCauses(failure.cause, depth + 1)
  for (const nestedError of failure.errors ?? []) yield* listErrorCauses(nestedError, depth + 1)
}
