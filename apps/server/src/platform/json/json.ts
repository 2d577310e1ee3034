import * as z from 'zod/mini'
import { parseStorableJson, stripUnstorableCharacters } from './storable-json.ts'

/** A JSON object with unknown fields; parse it before use. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Schema for text from outside. Removes what PostgreSQL cannot store: NUL, and lone surrogates, which truncation can leave. */
export const storableText = z.pipe(z.string(), z.transform(stripUnstorableCharacters))

const unknownRecord = z.record(z.string(), z.unknown())

/** Schema for an object that JSON can represent: removes what PostgreSQL cannot store in texts. */
export const storableObject = z.pipe(
  z.transform((value: object): unknown => parseStorableJson(JSON.stringify(value))),
  unknownRecord,
)

/** Parses JSON; returns undefined if it is not valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Matches JSON that may contain a number with more digits than a double represents exactly. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const INTEGER = /^-?\d+$/

/** Type of a JSON.parse reviver with the source text of a number, which TypeScript's types lack. */
type NumberReviver = (key: string, value: unknown, context: { source?: string }) => unknown

const reviveLongInteger: NumberReviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(source) ? source : value

/**
 * Parses JSON and returns integers beyond 2^53 as text with all digits: ids that an external service writes as numbers. Uses the slower
 * reviver only if there may be one.
 * @throws SyntaxError
 */
export const parseJsonWithLongIntegers = (json: string): unknown =>
  LONG_NUMBER.test(json) ? JSON.parse(json, reviveLongInteger as (key: string, value: unknown) => unknown) : JSON.parse(json)
