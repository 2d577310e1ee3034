import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'
import { sqlState } from './db/database.ts'

/**
 * Structured logs. A failed query is logged by its text and state: its values are messages, phones and hashes of people. Of any other
 * error only what is named here: libraries hang whole requests on theirs.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], serializers: { err: serializeError } },
    ...(destination ? [destination] : []),
  )

export function serializeError(error: unknown): object {
  return describe(error, false)
}

/** `silent`: what went wrong is told by its kind and code alone. */
function describe(error: unknown, silent: boolean): object {
  // Whatever is thrown without being an error may be anything, a lead's or a model's words too.
  if (!(error instanceof Error)) return { type: typeof error }
  if (error instanceof DrizzleQueryError) return failedQuery(error)
  const { code, status, statusCode, cause, errors } = error as Error &
    Partial<Record<'code' | 'status' | 'statusCode', unknown>> & {
      errors?: unknown
    }
  const isSilent = silent || quotesOthers(error)
  const told = Object.entries({ code, status: status ?? statusCode }).filter(([, value]) => isPlain(value))
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    ...(isSilent ? {} : { message: error.message }),
    ...Object.fromEntries(told),
    stack: isSilent ? framesOf(error) : error.stack,
    ...(cause === undefined ? {} : { cause: describe(cause, isSilent) }),
    ...(Array.isArray(errors) ? { errors: errors.map((one) => describe(one, isSilent)) } : {}),
  }
}

function failedQuery(error: DrizzleQueryError): object {
  const { cause } = error
  return {
    type: 'DatabaseError',
    message: cause instanceof Error ? cause.message : 'unknown',
    state: sqlState(error),
    query: error.query,
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/**
 * Errors whose messages quote what was sent or came back: Google's client (`config`: an event with its guests), the AI library (a model's
 * words), a mail server's answer (`responseCode`: addresses), JSON that cannot be read.
 */
const quotesOthers = (error: Error): boolean =>
  error.name.startsWith('AI_') || error instanceof SyntaxError || 'config' in error || 'responseCode' in error

/** The stack without its first lines, which are the message. */
const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
