import * as z from 'zod/mini'
import { parseStorableJson, stripUnstorableCharacters } from './storable-json.ts'

/** A JSON object whose fields are unknown and must be parsed before use. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Schema for text from clients or external services. Removes characters that PostgreSQL cannot store: NUL, and lone surrogates, which
 * truncation can leave.
 */
export const storableText = z.pipe(z.string(), z.transform(stripUnstorableCharacters))

const unknownRecord = z.record(z.string(), z.unknown())

/** Schema for an object that is stored as JSON. Removes characters that PostgreSQL cannot store from all texts. */
export const storableObject = z.pipe(
  z.transform((value: object): unknown => parseStorableJson(JSON.stringify(value))),
  unknownRecord,
)

/** Parses JSON. Returns undefined if the text is not valid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Matches JSON text that may contain a number with more digits than a double represents exactly. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const INTEGER = /^-?\d+$/

/** A JSON.parse reviver that receives the source text of a number. TypeScript's own types lack this parameter. */
type NumberReviver = (key: string, value: unknown, context: { source?: string }) => unknown

const reviveLongInteger: NumberReviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(source) ? source : value

/**
 * Parses JSON and returns integers beyond 2^53 as text with all digits, because external services send long ids as numbers. Uses a reviver,
 * which is slower, only if the text may contain such a number.
 * @throws SyntaxError
 */
export const parseJsonWithLongIntegers = (json: string): unknown =>
  LONG_NUMBER.test(json) ? JSON.parse(json, reviveLongInteger as (key: string, value: unknown) => unknown) : JSON.parse(json)
