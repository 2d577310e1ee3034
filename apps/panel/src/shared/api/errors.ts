import { type ErrorCode, isErrorCode, requiresSignIn } from '@prosa/contract/errors'
import { HTTP_STATUS_MESSAGES, MESSAGE_BY_ERROR_CODE, UNEXPECTED_ERROR_MESSAGE } from './messages.pt-br.ts'

type FieldErrors = Readonly<Record<string, string>>

interface ErrorParts {
  message: string
  code: string
  statusCode: number
  serverMessage?: string | undefined
  fieldErrors?: FieldErrors
  timestamp?: string | undefined
}

/** Error of a failed API request, with a message for the user. */
export class ApiError extends Error {
  readonly code: string
  /** HTTP status, or 0 if no response arrived. */
  readonly statusCode: number
  readonly fieldErrors: FieldErrors
  readonly timestamp: string
  /** Message from the server, for screens that prefer it to the panel's own text. */
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

/**
 * Returns the message for an error code. For a code without a message, returns the server's message, or a general message if the server
 * sent none (section 8).
 */
export const getMessageForCode = (code: string, serverMessage?: string): string =>
  MESSAGE_BY_ERROR_CODE[code as ErrorCode] ?? (serverMessage || UNEXPECTED_ERROR_MESSAGE)

/** Creates an error that occurred in the panel itself, with the message for its code. */
export const createErrorFromCode = (code: ErrorCode, statusCode = 0): ApiError =>
  new ApiError({ message: getMessageForCode(code), code, statusCode })

const readTextField = (body: unknown, key: string): string | undefined => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parses field errors in both shapes that a server may send: `fieldErrors {field: message}` and `errors [{field, message}]`. */
function parseFieldErrors(body: unknown): FieldErrors {
  if (typeof body !== 'object' || body === null) return {}
  const { errors, fieldErrors } = body as { errors?: unknown; fieldErrors?: unknown }
  const listedErrors = Array.isArray(errors)
    ? errors.map((entry) => [readTextField(entry, 'field'), readTextField(entry, 'message')])
    : []
  const namedErrors = typeof fieldErrors === 'object' && fieldErrors !== null ? Object.entries(fieldErrors) : []
  const pairs = [...listedErrors, ...namedErrors].filter((pair): pair is [string, string] =>
    pair.every((part) => typeof part === 'string'),
  )
  return Object.fromEntries(pairs)
}

/**
 * Returns the error code and message for an error response without a code (section 8, 'Fallback by HTTP status'; message texts: gap G22).
 */
function getFallbackError(status: number, serverMessage: string | undefined): { code: ErrorCode; message: string } {
  if (status === 400) return { code: 'VALIDATION_ERROR', message: serverMessage ?? HTTP_STATUS_MESSAGES.badRequest }
  if (status === 401 && serverMessage === 'Invalid credentials') {
    return { code: 'INVALID_CREDENTIALS', message: getMessageForCode('INVALID_CREDENTIALS') }
  }
  if (status === 401) return { code: 'TOKEN_EXPIRED', message: HTTP_STATUS_MESSAGES.unauthorized }
  if (status === 403) {
    const code = /locked|bloquead/i.test(serverMessage ?? '')
      ? 'ACCOUNT_LOCKED'
      : /inactive|inativ/i.test(serverMessage ?? '')
        ? 'USER_INACTIVE'
        : null
    return code
      ? { code, message: getMessageForCode(code) }
      : { code: 'PERMISSION_DENIED', message: HTTP_STATUS_MESSAGES.forbidden }
  }
  if (status === 404) {
    return /user|usuário/i.test(serverMessage ?? '')
      ? { code: 'USER_NOT_FOUND', message: HTTP_STATUS_MESSAGES.userNotFound }
      : { code: 'RESOURCE_NOT_FOUND', message: HTTP_STATUS_MESSAGES.notFound }
  }
  if (status === 429) return { code: 'RATE_LIMIT_EXCEEDED', message: HTTP_STATUS_MESSAGES.tooMany }
  if (status >= 500 && status <= 504 && status !== 501) return { code: 'SERVER_ERROR', message: HTTP_STATUS_MESSAGES.server }
  return { code: 'UNKNOWN_ERROR', message: serverMessage ?? UNEXPECTED_ERROR_MESSAGE }
}

export function createErrorFromResponse(statusCode: number, body: unknown): ApiError {
  const code = readTextField(body, 'code')
  const serverMessage =
    readTextField(body, 'message') ?? (isErrorCode(readTextField(body, 'error')) ? undefined : readTextField(body, 'error'))
  const codeAndMessage = code
    ? { code, message: getMessageForCode(code, serverMessage) }
    : getFallbackError(statusCode, serverMessage)
  return new ApiError({
    ...codeAndMessage,
    statusCode,
    serverMessage,
    fieldErrors: parseFieldErrors(body),
    timestamp: readTextField(body, 'timestamp'),
  })
}

/**
 * Whether the panel handles the error by navigating to a page that explains it: sign-in or new password (section 8, 'Require
 * re-authentication').
 */
export const isAuthRedirectError = (error: unknown): boolean => error instanceof ApiError && requiresSignIn(error.code)

/** Returns the server's own message if it sent one, otherwise `fallback` (section 8, 'Store fallbacks'). */
export const getServerMessage = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.serverMessage) || fallback
