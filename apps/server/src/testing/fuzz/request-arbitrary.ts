import type { Call } from '@prosa/contract/define-call'
import fc from 'fast-check'
import { buildSchemaArbitrary, corruptSometimes, hostileText, type KnownValues } from './schema-arbitrary.ts'

export interface FuzzedRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload?: unknown
}

const pathSegment = (place: string, { all, fields }: KnownValues) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(fields[place] ?? all[0] ?? ''), weight: 6 },
    { arbitrary: fc.constantFrom(...all), weight: 3 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: hostileText.map((said) => said.slice(0, 300)), weight: 1 },
  )

/** An address can only be written in characters that are some. */
const encodeUrlPart = (said: string): string => encodeURIComponent(said.toWellFormed()) || '%20'

const formatQuery = (query: unknown): string => {
  if (typeof query !== 'object' || query === null) return typeof query === 'string' ? encodeUrlPart(query) : ''
  return Object.entries(query)
    .map(([name, value]) => `${encodeUrlPart(name)}=${encodeUrlPart(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&')
}

const HEADERS = fc.record(
  {
    'idempotency-key': fc.oneof(fc.constantFrom('k1', 'k2', 'turn:1:0', 'x'.repeat(255), 'x'.repeat(256), 'a b', ''), fc.uuid()),
    'x-timezone': fc.constantFrom('America/Sao_Paulo', 'Nowhere/Else', ''),
    origin: fc.constantFrom('http://localhost:80', 'https://evil.example', 'null'),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=x',
    ),
  },
  { requiredKeys: [] },
)

/** Requests to one call: right, nearly right, and wrong all over. */
export function buildRequestArbitrary(call: Call, known: KnownValues): fc.Arbitrary<FuzzedRequest> {
  const places = [...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([place]) => place)
  const query = buildSchemaArbitrary(call.query, known)
  const body = buildSchemaArbitrary(call.body, known)
  return fc
    .record({
      params: fc.tuple(
        ...places.map((place) => pathSegment(place === ':id' ? (call.path.split('/')[1] ?? '') : place.slice(1), known)),
      ),
      query: fc.oneof({ arbitrary: query, weight: 3 }, corruptSometimes(query)),
      body: fc.oneof({ arbitrary: body, weight: 1 }, corruptSometimes(body)),
      headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: HEADERS, weight: 1 }),
    })
    .map(({ params, query, body, headers }) => {
      const path = places.reduce((url, place, index) => url.replace(place, () => encodeUrlPart(params[index] ?? '')), call.path)
      const search = formatQuery(query)
      const hasBody = call.method !== 'GET' && body !== undefined
      return {
        method: call.method,
        url: `/api${path}${search ? `?${search}` : ''}`,
        headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...(headers as Record<string, string>) },
        ...(hasBody ? { payload: JSON.stringify(body) } : {}),
      }
    })
}
