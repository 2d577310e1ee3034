import * as z from 'zod/mini'
import { errors } from '../errors.ts'

/** Where in a request something stands; names what is wrong where no field does. */
type Part = 'params' | 'querystring' | 'body'

/** What came in one part of a request, by its schema. @throws 400 with what is wrong with each field */
export function parsePart<S extends z.ZodMiniType>(schema: S, part: Part, came: unknown): z.output<S> {
  const parsed = z.safeParse(schema, came)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[path.filter((name) => name !== '').join('.') || part] ??= message
  throw errors.invalid(undefined, fields)
}
