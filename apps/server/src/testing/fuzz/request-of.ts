import type { Call } from '@prosa/contract/define-call'
import fc from 'fast-check'
import { arbitraryOf, type Known, nastyText, spoilt } from './arbitrary-of.ts'

export interface FuzzedRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload?: unknown
}

const segment = (place: string, { all, fields }: Known) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(fields[place] ?? all[0] ?? ''), weight: 6 },
    { arbitrary: fc.constantFrom(...all), weight: 3 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: nastyText.map((said) => said.slice(0, 300)), weight: 1 },
  )

/** An address can only be written in characters that are some. */
const encoded = (said: string): string => encodeURIComponent(said.toWellFormed()) || '%20'

const queryText = (query: unknown): string => {
  if (typeof query !== 'object' || query === null) return typeof query === 'string' ? encoded(query) : ''
  return Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`)
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
export function requestOf(call: Call, known: Known): fc.Arbitrary<FuzzedRequest> {
  const places = [...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([place]) => place)
  const query = arbitraryOf(call.query, known)
  const body = arbitraryOf(call.body, known)
  return fc
    .record({
      params: fc.tuple(
        ...places.map((place) => segment(place === ':id' ? (call.path.split('/')[1] ?? '') : place.slice(1), known)),
      ),
      query: fc.oneof({ arbitrary: query, weight: 3 }, spoilt(query)),
      body: fc.oneof({ arbitrary: body, weight: 1 }, spoilt(body)),
      headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: HEADERS, weight: 1 }),
    })
    .map(({ params, query, body, headers }) => {
      const path = places.reduce((url, place, index) => url.replace(place, () => encoded(params[index] ?? '')), call.path)
      const search = queryText(query)
      const hasBody = call.method !== 'GET' && body !== undefined
      return {
        method: call.method,
        url: `/api${path}${search ? `?${search}` : ''}`,
        headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...(headers as Record<string, string>) },
        ...(hasBody ? { payload: JSON.stringify(body) } : {}),
      }
    })
}
