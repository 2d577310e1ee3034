import * as z from 'zod/mini'
import { errors } from '../../errors.ts'

/** Part of a request. Also the key of an error that concerns no single field. */
type RequestPart = 'params' | 'querystring' | 'body'

/** Parses one part of a request with its schema. @throws 400 with a message for each invalid field */
export function parseRequestPart<S extends z.ZodMiniType>(schema: S, part: RequestPart, rawValue: unknown): z.output<S> {
  const parsed = z.safeParse(schema, rawValue)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.filter((name) => name !== '').join('.') || part] ??= message
  throw errors.invalid(undefined, fields)
}
