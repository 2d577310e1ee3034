import * as z from 'zod/mini'
import { parseStorable, storable } from './storable.ts'

/** A JSON object whose fields are whatever its writer put there: whoever reads one parses it. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A text that somebody else wrote, as the database keeps it: a model may write anything, and a cut may halve a character. */
export const storableText = z.pipe(z.string(), z.transform(storable))

const object = z.record(z.string(), z.unknown())

/** Any object that JSON can carry, as the database keeps it: without what PostgreSQL refuses in a text. */
export const storableObject = z.pipe(
  z.transform((value: object): unknown => parseStorable(JSON.stringify(value))),
  object,
)

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
