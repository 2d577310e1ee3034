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

/** Somewhere a number is written with more digits than a double surely holds. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const WHOLE = /^-?\d+$/

/** JSON.parse tells its reviver how a number was written; its types do not know yet. */
type Revive = (key: string, value: unknown, context: { source?: string }) => unknown

const keepDigits: Revive = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source) ? source : value

/**
 * JSON whose whole numbers beyond 2^53 keep every digit, as text: ids that an outside service writes as numbers. Asked number by number
 * only where there is one so long. @throws SyntaxError
 */
export const parseKeepingDigits = (json: string): unknown =>
  LONG_NUMBER.test(json) ? JSON.parse(json, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(json)
