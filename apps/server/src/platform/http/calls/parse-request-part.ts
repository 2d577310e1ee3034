import * as z from 'zod/mini'
import { errors } from '../../errors.ts'

/** Part of a request; also the key of an error that belongs to no field. */
type RequestPart = 'params' | 'querystring' | 'body'

/** Parses one part of a request with its schema. @throws 400 with an error for each invalid field */
export function parseRequestPart<S extends z.ZodMiniType>(schema: S, part: RequestPart, came: unknown): z.output<S> {
  const parsed = z.safeParse(schema, came)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.filter((name) => name !== '').join('.') || part] ??= message
  throw errors.invalid(undefined, fields)
}
