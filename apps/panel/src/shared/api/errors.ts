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

/** Failure of a call, with a message for the user. */
export class ApiError extends Error {
  readonly code: string
  /** HTTP status, or 0 if no response arrived. */
  readonly statusCode: number
  readonly fieldErrors: FieldErrors
  readonly timestamp: string
  /** Message of the server, for screens that prefer it to the panel's own text. */
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

/** Returns the text of an error code. A code without a text gets the server's message, or the general text without one (section 8). */
export const messageForCode = (code: string, serverMessage?: string): string =>
  MESSAGE_OF_CODE[code as ErrorCode] ?? (serverMessage || UNEXPECTED_MESSAGE)

/** Creates an error of the panel itself, with the text of its code. */
export const errorOfCode = (code: ErrorCode, statusCode = 0): ApiError =>
  new ApiError({ message: messageForCode(code), code, statusCode })

const textAt = (body: unknown, key: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads both shapes that a provider may use: `fieldErrors {field: message}` and `errors [{field, message}]`. */
function fieldErrorsOf(body: unknown): FieldErrors {
  if (typeof body !== 'object' || body === null) return {}
  const { errors, fieldErrors } = body as { errors?: unknown; fieldErrors?: unknown }
  const listed = Array.isArray(errors) ? errors.map((entry) => [textAt(entry, 'field'), textAt(entry, 'message')]) : []
  const named = typeof fieldErrors === 'object' && fieldErrors !== null ? Object.entries(fieldErrors) : []
  const pairs = [...listed, ...named].filter((pair): pair is [string, string] => pair.every((part) => typeof part === 'string'))
  return Object.fromEntries(pairs)
}

/** Returns the code and text for a body without a usable code (section 8, 'Fallback by HTTP status'; message texts: gap G22). */
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

/** Converts an unsuccessful response to an error. */
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
 * Whether the error makes the panel navigate to another page that explains it: sign-in, or a new password (section 8, 'Require
 * re-authentication').
 */
export const leadsAway = (error: unknown): boolean => error instanceof ApiError && requiresSignIn(error.code)

/** Returns the server's own message if it sent one, otherwise `fallback` (section 8, 'Store fallbacks'). */
export const serverMessageOr = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback
