import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'
import { getSqlState } from '../database/database.ts'

/**
 * Creates the structured logger. Failed queries are logged without values, which may be messages or phone numbers. Of other errors, only
 * the fields listed here are logged, because libraries attach whole requests.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], serializers: { err: serializeError } },
    ...(destination ? [destination] : []),
  )

export function serializeError(error: unknown): object {
  return describeError(error, false)
}

/** Returns the loggable fields of an error and its causes. `omitsMessages`: whether the errors' messages are left out. */
function describeError(error: unknown, omitsMessages: boolean): object {
  // A thrown value that is not an Error may contain texts of a lead or a model.
  if (!(error instanceof Error)) return { type: typeof error }
  if (error instanceof DrizzleQueryError) return describeFailedQuery(error)
  const { code, status, statusCode, cause, errors } = error as Error &
    Partial<Record<'code' | 'status' | 'statusCode', unknown>> & {
      errors?: unknown
    }
  const isSilent = omitsMessages || quotesExternalData(error)
  const loggableFields = Object.entries({ code, status: status ?? statusCode }).filter(([, value]) => isLoggablePrimitive(value))
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    ...(isSilent ? {} : { message: error.message }),
    ...Object.fromEntries(loggableFields),
    stack: isSilent ? getStackFrames(error) : error.stack,
    ...(cause === undefined ? {} : { cause: describeError(cause, isSilent) }),
    ...(Array.isArray(errors) ? { errors: errors.map((nestedError) => describeError(nestedError, isSilent)) } : {}),
  }
}

function describeFailedQuery(error: DrizzleQueryError): object {
  const { cause } = error
  return {
    type: 'DatabaseError',
    message: cause instanceof Error ? cause.message : 'unknown',
    state: getSqlState(error),
    query: error.query,
  }
}

const isLoggablePrimitive = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/**
 * Whether an error's message contains sent or received data. Recognizes errors of Google's client (`config`), the AI library, a mail server
 * (`responseCode`), and JSON syntax errors.
 */
const quotesExternalData = (error: Error): boolean =>
  error.name.startsWith('AI_') || error instanceof SyntaxError || 'config' in error || 'responseCode' in error

/** Returns an error's stack frames without its message. */
const getStackFrames = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
