import * as z from 'zod/mini'
import { parseStorableJson, stripUnstorableCharacters } from './storable-json.ts'

/** A JSON object that must be parsed with a schema before use. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Schema for text from clients or external services. Removes characters that PostgreSQL cannot store: NUL, and the unpaired surrogates of
 * truncated texts.
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

/** Matches JSON text that may contain a number with more digits than a double can represent. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/
const INTEGER = /^-?\d+$/

/** Reviver for JSON.parse that receives the source text of a number, a parameter that TypeScript's own types lack. */
type NumberReviver = (key: string, value: unknown, context: { source?: string }) => unknown

const reviveLongInteger: NumberReviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(source) ? source : value

/**
 * Parses JSON, and returns integers beyond 2^53 as text with all digits, because external services send long ids as numbers.
 * @throws SyntaxError
 */
export const parseJsonWithLongIntegers = (json: string): unknown =>
  // Parsing with a reviver is slower, so it is used only if needed.
  LONG_NUMBER.test(json) ? JSON.parse(json, reviveLongInteger as (key: string, value: unknown) => unknown) : JSON.parse(json)
