import { type ErrorCode, isErrorCode, requiresSignIn } from '@prosa/contract/errors'
import { MESSAGE_OF_CODE, STATUS_MESSAGES, UNEXPECTED_MESSAGE } from './messages.pt-br.ts'

type FieldErrors = Readonly<Record<string, string>>

interface ErrorParts {
  message: string
  code: string
  statusCode: number
  serverMessage?: string | undefined
  fieldErrors?: FieldErrors
  timestamp?: string | undefined
}

/** Why a call failed, in words for the person who made it. */
export class ApiError extends Error {
  readonly code: string
  /** 0 when no answer came. */
  readonly statusCode: number
  readonly fieldErrors: FieldErrors
  readonly timestamp: string
  /** What the server itself said, for the places that prefer it over our own text. */
  readonly serverMessage: string | undefined

  constructor(parts: ErrorParts) {
    super(parts.message)
    this.name = 'ApiError'
    this.code = parts.code
    this.statusCode = parts.statusCode
    this.fieldErrors = parts.fieldErrors ?? {}
    this.timestamp = parts.timestamp ?? new Date().toISOString()
    this.serverMessage = parts.serverMessage
  }
}

/** The text of a code; codes without one show the server's message, else the general text (section 8). */
export const messageForCode = (code: string, serverMessage?: string): string =>
  MESSAGE_OF_CODE[code as ErrorCode] ?? (serverMessage || UNEXPECTED_MESSAGE)

/** An error of our own making, with the text of its code. */
export const errorOfCode = (code: ErrorCode, statusCode = 0): ApiError =>
  new ApiError({ message: messageForCode(code), code, statusCode })

const textAt = (body: unknown, key: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Both shapes a provider may use: `fieldErrors {field: message}` and `errors [{field, message}]`. */
function fieldErrorsOf(body: unknown): FieldErrors {
  if (typeof body !== 'object' || body === null) return {}
  const { errors, fieldErrors } = body as { errors?: unknown; fieldErrors?: unknown }
  const listed = Array.isArray(errors) ? errors.map((entry) => [textAt(entry, 'field'), textAt(entry, 'message')]) : []
  const named = typeof fieldErrors === 'object' && fieldErrors !== null ? Object.entries(fieldErrors) : []
  const pairs = [...listed, ...named].filter((pair): pair is [string, string] => pair.every((part) => typeof part === 'string'))
  return Object.fromEntries(pairs)
}

/** Code and text when the body has no usable code (section 8, 'Fallback by HTTP status'; words of the message by gap G22). */
function fallbackFor(status: number, said: string | undefined): { code: ErrorCode; message: string } {
  if (status === 400) return { code: 'VALIDATION_ERROR', message: said ?? STATUS_MESSAGES.badRequest }
  if (status === 401 && said === 'Invalid credentials') {
    return { code: 'INVALID_CREDENTIALS', message: messageForCode('INVALID_CREDENTIALS') }
  }
  if (status === 401) return { code: 'TOKEN_EXPIRED', message: STATUS_MESSAGES.unauthorized }
  if (status === 403) {
    const code = /locked|bloquead/i.test(said ?? '')
      ? 'ACCOUNT_LOCKED'
      : /inactive|inativ/i.test(said ?? '')
        ? 'USER_INACTIVE'
        : null
    return code ? { code, message: messageForCode(code) } : { code: 'PERMISSION_DENIED', message: STATUS_MESSAGES.forbidden }
  }
  if (status === 404) {
    return /user|usuário/i.test(said ?? '')
      ? { code: 'USER_NOT_FOUND', message: STATUS_MESSAGES.userNotFound }
      : { code: 'RESOURCE_NOT_FOUND', message: STATUS_MESSAGES.notFound }
  }
  if (status === 429) return { code: 'RATE_LIMIT_EXCEEDED', message: STATUS_MESSAGES.tooMany }
  if (status >= 500 && status <= 504 && status !== 501) return { code: 'SERVER_ERROR', message: STATUS_MESSAGES.server }
  return { code: 'UNKNOWN_ERROR', message: said ?? UNEXPECTED_MESSAGE }
}

/** The error behind an answer that did not succeed. */
export function errorOfAnswer(statusCode: number, body: unknown): ApiError {
  const code = textAt(body, 'code')
  const serverMessage = textAt(body, 'message') ?? (isErrorCode(textAt(body, 'error')) ? undefined : textAt(body, 'error'))
  const told = code ? { code, message: messageForCode(code, serverMessage) } : fallbackFor(statusCode, serverMessage)
  return new ApiError({
    ...told,
    statusCode,
    serverMessage,
    fieldErrors: fieldErrorsOf(body),
    timestamp: textAt(body, 'timestamp'),
  })
}

/**
 * True of an error that leads to the page that says it: where one signs in, or where a new password is set (section 8, 'Require
 * re-authentication').
 */
export const leadsAway = (error: unknown): boolean => error instanceof ApiError && requiresSignIn(error.code)

/** The server's own message when it sent one, else the caller's fallback (section 8, 'Store fallbacks'). */
export const serverMessageOr = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback
