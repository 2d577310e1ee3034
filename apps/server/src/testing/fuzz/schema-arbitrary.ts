import fc from 'fast-check'
import { toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

/** As much of JSON Schema as the contract uses. */
interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | false
}

/** What people, machines and attackers write where something else was meant. */
const HOSTILE_STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '😀👩‍👩‍👧',
  'ﷺ'.repeat(40),
  '%',
  '_%\\',
  "'; DROP TABLE leads; --",
  '../../../etc/passwd',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '2147483648',
  '9999999999999999999',
  '٣',
  '0000-00-00',
  '9999-12-31',
  '+999999-12-31T23:59:59.999Z',
  '2026-02-30T25:61:61Z',
  'true',
  '{}',
  '<script>alert(1)</script>',
  'x'.repeat(5_000),
]
export const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_STRINGS), fc.string({ unit: 'binary', maxLength: 60 }))

/** Anything that JSON can say, and what it should not. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [null], { __proto__: null, a: [] }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that generated texts often use. `fields`: value of a field, by its name; `all`: values for all other fields. */
export interface KnownValues {
  all: readonly string[]
  fields: Readonly<Record<string, string>>
}

/** Inputs of a schema. */
export const buildSchemaArbitrary = (schema: z.ZodMiniType, known: KnownValues): fc.Arbitrary<unknown> =>
  buildJsonSchemaArbitrary(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, known)

function buildJsonSchemaArbitrary(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => buildJsonSchemaArbitrary(one, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema
  switch (schema.type ?? 'anything') {
    case 'string':
      return buildTextArbitrary(schema, known)
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(schema.items ? buildJsonSchemaArbitrary(schema.items, known) : anyJson, { maxLength: 5 })
    case 'object':
      return buildObjectArbitrary(schema, known)
    default:
      return anyJson
  }
}

function buildTextArbitrary(
  { format, pattern, minLength = 0, maxLength = 200 }: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<string> {
  const moment = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString())
  if (format === 'date') return moment.map((at) => at.slice(0, 10))
  if (format === 'date-time') return moment
  if (pattern?.startsWith('^\\d{')) return fc.oneof(fc.nat(30), fc.nat()).map(String)
  if (format === 'email') return fc.emailAddress()
  const fitting = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) })
  return fc.oneof({ arbitrary: fc.constantFrom(...known.all), weight: 3 }, fitting, fc.nat(200).map(String))
}

function buildObjectArbitrary({ properties = {}, required = [], additionalProperties }: JsonSchema, known: KnownValues) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const right = known.fields[name]
      const any = buildJsonSchemaArbitrary(field, known)
      return [name, right === undefined ? any : fc.oneof({ arbitrary: fc.constant(right), weight: 3 }, any)]
    }),
  )
  if (Object.keys(fields).length === 0 && additionalProperties)
    return fc.dictionary(fc.string({ maxLength: 10 }), buildJsonSchemaArbitrary(additionalProperties, known), { maxKeys: 3 })
  return fc.record(fields, { requiredKeys: required })
}

/** Sometimes the value, sometimes it with one field gone wrong, sometimes something else altogether. */
export const corruptSometimes = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: value, weight: 3 },
    {
      arbitrary: fc.tuple(value, fc.nat(), anyJson).map(([whole, at, wrong]) => {
        if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return wrong
        const names = [...Object.keys(whole), 'tenant_id']
        return { ...whole, [names[at % names.length] ?? 'x']: wrong }
      }),
      weight: 3,
    },
    { arbitrary: anyJson, weight: 1 },
  )
