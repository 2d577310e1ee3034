import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { sqlState } from './db/database.ts'

/** Structured logs. A failed query is logged by its text and state: its values are messages, phones and hashes of people. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, redact: ['req.headers.cookie', 'req.headers.authorization'], serializers: { err: serializeError } },
    ...(destination ? [destination] : []),
  )

export function serializeError(error: Error): object {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error)
  const { cause } = error
  return {
    type: 'DatabaseError',
    message: cause instanceof Error ? cause.message : 'unknown',
    state: sqlState(error),
    query: error.query,
  }
}
